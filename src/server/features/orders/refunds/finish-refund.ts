import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { formatMoney, toDollars } from '#contract/money.ts'
import { restoreOrderEntitlements, suspendOrderEntitlements } from '#server/features/access/entitlements.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { orders, refunds } from '#server/platform/db/schema.ts'
import type { OrderRow } from '../order-row.ts'
import { addOrderEvent, mailAdmins, mailBuyer } from '../state/order-events.ts'
import { transition } from '../state/transition.ts'
import { removeOwnReviews } from './remove-own-reviews.ts'

/** Counts a refund that the provider has made, unless the total is reached without it. Does nothing the second time. */
export async function finishRefund(tx: Tx, orderId: number, refundId: number, reference: string): Promise<void> {
  const [refund] = await tx
    .update(refunds)
    .set({
      ...{ reference, doneAt: sql`now()` },
      status: sql`case when ${refunds.amountCents} <= (
        select o.total_cents - o.refunded_cents from orders o where o.id = ${orderId}) then 'succeeded' else 'failed' end`,
    })
    .where(and(eq(refunds.id, refundId), eq(refunds.orderId, orderId), eq(refunds.status, 'pending')))
    .returning()
  if (!refund) return
  const isCounted = refund.status === 'succeeded'
  const stillPending = tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'pending')))
  const isAskedSince = gt(orders.refundRequestedAt, refund.createdAt)
  const [order] = await tx
    .update(orders)
    .set({
      ...(isCounted && { refundedCents: sql`${orders.refundedCents} + ${refund.amountCents}`, refundedAt: sql`now()` }),
      // While a dispute keeps the course closed, an admin decides about the rest after it. A request that is newer than the
      // refund still waits.
      refundRequestedAt: sql`case when exists ${stillPending} or ${orders.status} = 'disputed' or ${isAskedSince}
        then ${orders.refundRequestedAt} end`,
    })
    .where(eq(orders.id, orderId))
    .returning()
  if (!order) return
  // An admin has granted the student's request in the payment service. Courses are locked before users.
  if (order.removesReview && isRefundedInFull(order)) await removeOwnReviews(tx, order)
  const amount = formatMoney(toDollars(refund.amountCents), order.currency)
  if (isCounted) await changeStatus(tx, order, `Refunded ${amount}`)
  else await addOrderEvent(tx, orderId, `A refund of ${amount} is part of what is refunded already`)
  await changeAccess(tx, order)
  if (!isCounted) return
  await mailBuyer(tx, order, { kind: 'refund', refundId })
  await mailAdmins(tx, { kind: 'refund', orderId, refundId })
}

const isRefundedInFull = ({ refundedCents, totalCents }: OrderRow) => refundedCents === totalCents

async function changeStatus(tx: Tx, order: OrderRow, text: string): Promise<void> {
  const isFull = isRefundedInFull(order)
  // A part of a disputed order does not end the dispute, and a lost one stays lost.
  if (order.status === 'lost' || (order.status === 'disputed' && !isFull)) await addOrderEvent(tx, order.id, text)
  else if (isFull) await transition(tx, order, 'refunded', { text, set: { refundRequestedAt: null } })
  else await transition(tx, order, 'partially_refunded', { text })
}

/** After a full refund that the provider has refused, a part opens the course again: the student keeps it. */
async function changeAccess(tx: Tx, order: OrderRow): Promise<void> {
  if (isRefundedInFull(order)) await suspendOrderEntitlements(tx, order.id, 'Refunded')
  else if (order.refundRequestedAt === null && order.status !== 'lost')
    await restoreOrderEntitlements(tx, order.id, 'Refunded')
}

type RefundRow = typeof refunds.$inferSelect

/** The refunds that an amount is most likely of: one with this amount, else those that together come closest to it. */
function findMade(pending: readonly RefundRow[], cents: number): readonly RefundRow[] {
  const exact = pending.find(({ amountCents }) => amountCents === cents)
  if (exact) return [exact]
  const bySum = new Map<number, readonly RefundRow[]>([[0, []]])
  for (const refund of pending)
    for (const [sum, parts] of [...bySum]) {
      const nextSum = sum + refund.amountCents
      if (nextSum <= cents && !bySum.has(nextSum)) bySum.set(nextSum, [...parts, refund])
    }
  const closest = [...bySum.keys()].reduce((one, other) => Math.max(one, other))
  return bySum.get(closest) ?? []
}

/** Counts what the provider has refunded, also what was refunded there and not here. */
export async function applyRefundedTotal(tx: Tx, order: OrderRow, refundedCents: number): Promise<void> {
  let restCents = Math.min(refundedCents, order.totalCents) - order.refundedCents
  const pending = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), eq(refunds.status, 'pending')))
    .orderBy(asc(refunds.id))
  for (const { id, amountCents, reference } of findMade(pending, restCents)) {
    await finishRefund(tx, order.id, id, reference ?? 'reported')
    restCents -= amountCents
  }
  if (restCents <= 0) return
  const [refund] = await tx
    .insert(refunds)
    .values({ orderId: order.id, amountCents: restCents, requestedBy: order.provider ?? '', tries: 1 })
    .returning({ id: refunds.id })
  if (refund) await finishRefund(tx, order.id, refund.id, 'made in the payment service')
}
