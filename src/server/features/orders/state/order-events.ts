import { eq } from 'drizzle-orm'
import type { User } from '#contract/schemas/accounts/users.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { orderEvents, users } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'

const MAX_LENGTH = 500

/** Before the admin's reason, in the timeline. */
export const REFUND_DISMISSED = 'Refund request dismissed: '

/** Who changes an order, without an id after the account was deleted. */
export type OrderActor = Pick<User, 'email'> & { student_id: number | null }

/** @param byEmail null for the system and the payment service */
export async function addOrderEvent(
  tx: Tx,
  orderId: number,
  text: string,
  byEmail: string | null = null,
): Promise<void> {
  await tx.insert(orderEvents).values({ orderId, text: text.slice(0, MAX_LENGTH), byEmail })
}

/** Writes a change into the timeline and the system log. @param by null for the system and the payment service */
export async function logOrderChange(
  tx: Tx,
  { id, number }: { id: number; number: string },
  text: string,
  by: OrderActor | null,
): Promise<void> {
  await addOrderEvent(tx, id, text, by?.email)
  const entry = { kind: 'order', email: by?.email ?? '', studentId: by?.student_id ?? null } as const
  await writeLog(tx, { ...entry, message: `Order ${number}: ${text}` })
}

/** Writes what is wrong into the timeline and tells every admin. */
export async function reportOrderTrouble(tx: Tx, orderId: number, text: string): Promise<void> {
  await addOrderEvent(tx, orderId, text)
  await mailAdmins(tx, { kind: 'order-trouble', orderId })
}

/**
 * To the student's address of today: the one of the purchase may be somebody else's by now. Returns it, or null where the
 * account was deleted.
 */
export async function mailBuyer(
  tx: Tx,
  { id, userId }: { id: number; userId: number | null },
  mail: { kind: 'payment-failed' | 'receipt' | 'refund' | 'refund-dismissed'; refundId?: number },
): Promise<string | null> {
  if (userId === null) return null
  const [buyer] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!buyer) return null
  await queueMail(tx, { ...mail, toEmail: buyer.email, userId, orderId: id })
  return buyer.email
}

export async function mailAdmins(
  tx: Tx,
  mail: { kind: 'order-trouble' | 'refund'; orderId: number; refundId?: number },
): Promise<void> {
  const admins = await tx.select({ id: users.id, email: users.email }).from(users).where(eq(users.role, 'admin'))
  await queueMail(tx, ...admins.map(({ id, email }) => ({ ...mail, toEmail: email, userId: id })))
}
