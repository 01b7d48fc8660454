import { eq, getTableColumns, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { REFUND_DAYS } from '#contract/limits.ts'
import { announceAccess, getAccessTags } from '#server/features/access/announce-access.ts'
import type { Services } from '#server/pipeline/services.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { orders } from '#server/platform/db/schema.ts'
import { findItems, type OrderRow } from '../order-row.ts'

export interface OrderServices extends Pick<Services, 'db' | 'invalidate' | 'payments'> {
  live: Pick<Services['live'], 'sendToUser'>
  mailer: Pick<Services['mailer'], 'wake'>
}

/** By the database's clock. */
export interface LockedOrder extends OrderRow {
  isExpired: boolean
  isInRefundTime: boolean
}

/** Runs a change under the lock of the order's row. Afterwards the student's open tabs learn it and mails are sent. */
export async function changeOrder<Result>(
  { db, invalidate, live, mailer }: OrderServices,
  orderId: number,
  change: (tx: Tx, order: LockedOrder) => Promise<Result>,
): Promise<Result> {
  const { result, userId } = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const result = await change(tx, order)
    if (order.userId !== null) invalidate(getAccessTags(order.userId))
    // A refund removes the review, which counts in its course.
    if (order.removesReview) invalidate(['courses'])
    return { result, userId: order.userId }
  })
  mailer.wake()
  if (userId !== null) for (const { courseId } of await findItems(db, [orderId])) announceAccess(live, userId, courseId)
  return result
}

async function lockOrder(tx: Tx, orderId: number): Promise<LockedOrder> {
  const [order] = await tx
    .select({
      ...getTableColumns(orders),
      isExpired: sql<boolean>`coalesce(${orders.expiresAt} <= now(), false)`,
      isInRefundTime: sql<boolean>`coalesce(${orders.paidAt} + make_interval(days => ${REFUND_DAYS}) > now(), false)`,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('update')
  if (!order) throw new AppError('order_not_found')
  return order
}
