import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { orderEvents, users } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'

const MAX_LENGTH = 500

/** @param by the email of who did it; null for the system and the payment service */
export async function addOrderEvent(tx: Tx, orderId: number, text: string, by: string | null = null): Promise<void> {
  await tx.insert(orderEvents).values({ orderId, text: text.slice(0, MAX_LENGTH), byEmail: by })
}

/** Writes what is wrong into the timeline and tells every admin. */
export async function reportOrderTrouble(tx: Tx, orderId: number, text: string): Promise<void> {
  await addOrderEvent(tx, orderId, text)
  await mailAdmins(tx, { kind: 'order-trouble', orderId })
}

export async function mailAdmins(
  tx: Tx,
  mail: { kind: 'order-trouble' | 'refund'; orderId: number; refundId?: number },
): Promise<void> {
  const admins = await tx.select({ id: users.id, email: users.email }).from(users).where(eq(users.role, 'admin'))
  await queueMail(tx, ...admins.map(({ id, email }) => ({ ...mail, toEmail: email, userId: id })))
}
