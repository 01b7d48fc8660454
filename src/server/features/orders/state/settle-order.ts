import { sql } from 'drizzle-orm'
import { grantEntitlement, lockOrEnroll } from '#server/features/access/entitlements.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { pathStudents } from '#server/platform/db/schema.ts'
import { findItems, type OrderRow } from '../order-row.ts'
import { mailBuyer, type OrderActor, reportOrderTrouble } from './order-events.ts'
import { transition } from './transition.ts'

interface Settlement {
  /** The provider's name for the payment; null when there was nothing to pay. */
  paymentReference: string | null
  text: string
  by: OrderActor
}

/** Makes a pending order paid, opens its courses and queues the receipt. Returns false when it cannot be paid. */
export async function settleOrder(
  tx: Tx,
  order: OrderRow,
  { paymentReference, text, by }: Settlement,
): Promise<boolean> {
  const set = { paidAt: sql`now()`, paymentReference, problem: null }
  if (!(await transition(tx, order, 'paid', { text, by, set }))) return false
  const { userId } = order
  if (userId === null) {
    await reportOrderTrouble(
      tx,
      order.id,
      'Paid after the account was deleted, so nobody can open the course. Refund it',
    )
    return true
  }
  await openCourses(tx, order, userId)
  await mailBuyer(tx, order, { kind: 'receipt' })
  return true
}

/** Opens what the order has paid for. Does nothing the second time. */
export async function openCourses(tx: Tx, order: OrderRow, userId: number): Promise<void> {
  const source = order.totalCents === 0 && order.couponId !== null ? 'coupon' : 'order'
  const courseIds = (await findItems(tx, [order.id])).map(({ courseId }) => courseId)
  if (courseIds.length > 1) await lockOrEnroll(tx, userId, courseIds)
  for (const courseId of courseIds) await grantEntitlement(tx, { userId, courseId, source, orderId: order.id })
  // Who buys a path starts it.
  if (order.pathId !== null)
    await tx.insert(pathStudents).values({ pathId: order.pathId, userId }).onConflictDoNothing()
}
