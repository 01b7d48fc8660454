import { and, asc, eq } from 'drizzle-orm'
import type { OrderStatus } from '#contract/choices.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { orderItems, orders, refunds } from '#server/platform/db/schema.ts'

/** An order as it was made, with the refunds that have succeeded. Amounts are cents. */
export interface Receipt {
  order: typeof orders.$inferSelect & { paidAt: Date }
  items: { title: string; listCents: number }[]
  refunds: { amountCents: number; doneAt: Date }[]
}

const STATUSES_WITH_RECEIPT: readonly OrderStatus[] = ['paid', 'partially_refunded', 'refunded', 'disputed', 'lost']

/** Null for an order that nobody has paid. */
export async function readReceipt(db: Pick<Db, 'select'>, orderId: number): Promise<Receipt | null> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!order?.paidAt || !STATUSES_WITH_RECEIPT.includes(order.status)) return null
  const items = await db
    .select({ title: orderItems.title, listCents: orderItems.listCents })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.courseId))
  const done = await db
    .select({ amountCents: refunds.amountCents, doneAt: refunds.doneAt })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'succeeded')))
    .orderBy(asc(refunds.doneAt), asc(refunds.id))
  return {
    order: { ...order, paidAt: order.paidAt },
    items,
    refunds: done.map(({ amountCents, doneAt }) => ({ amountCents, doneAt: doneAt ?? new Date(0) })),
  }
}

export const sumRefunds = ({ refunds }: Receipt) => refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
