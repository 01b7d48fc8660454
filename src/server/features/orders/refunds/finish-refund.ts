import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { formatMoney, toDollars } from '#contract/money.ts'
import { suspendOrderEntitlements } from '#server/features/access/entitlements.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { orders, refunds } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { OrderRow } from '../order-row.ts'
import { addOrderEvent, mailAdmins } from '../state/order-events.ts'
import { transition } from '../state/transition.ts'

/** Counts a refund that the provider has made. Does nothing the second time. */
export async function finishRefund(tx: Tx, orderId: number, refundId: number, reference: string): Promise<void> {
  const [refund] = await tx
    .update(refunds)
    .set({ status: 'succeeded', reference, doneAt: sql`now()` })
    .where(and(eq(refunds.id, refundId), eq(refunds.orderId, orderId), eq(refunds.status, 'pending')))
    .returning()
  if (!refund) return
  const stillPending = tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'pending')))
  const [order] = await tx
    .update(orders)
    .set({
      refundedCents: sql`${orders.refundedCents} + ${refund.amountCents}`,
      refundedAt: sql`now()`,
      refundRequestedAt: sql`case when exists ${stillPending} then ${orders.refundRequestedAt} end`,
    })
    .where(eq(orders.id, orderId))
    .returning()
  if (!order) return
  await changeStatus(tx, order, `Refunded ${formatMoney(toDollars(refund.amountCents), order.currency)}`)
  const mail = { kind: 'refund', orderId, refundId } as const
  if (order.userId !== null) await queueMail(tx, { ...mail, toEmail: order.buyerEmail, userId: order.userId })
  await mailAdmins(tx, mail)
}

async function changeStatus(tx: Tx, order: OrderRow, text: string): Promise<void> {
  const isFull = order.refundedCents === order.totalCents
  // A part of a disputed order does not end the dispute, and a lost one stays lost.
  if (order.status === 'lost' || (order.status === 'disputed' && !isFull)) await addOrderEvent(tx, order.id, text)
  else await transition(tx, order, isFull ? 'refunded' : 'partially_refunded', { text })
}

/** Counts what the provider has refunded, also what was refunded there and not here. */
export async function applyRefundedTotal(tx: Tx, order: OrderRow, refundedCents: number): Promise<void> {
  let restCents = Math.min(refundedCents, order.totalCents) - order.refundedCents
  const pending = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), eq(refunds.status, 'pending')))
    .orderBy(asc(refunds.id))
  for (const { id, amountCents, reference } of pending) {
    if (amountCents > restCents) continue
    await finishRefund(tx, order.id, id, reference ?? 'reported')
    restCents -= amountCents
  }
  if (restCents <= 0) return
  const [refund] = await tx
    .insert(refunds)
    .values({ orderId: order.id, amountCents: restCents, requestedBy: order.provider ?? '', tries: 1 })
    .returning({ id: refunds.id })
  if (refund) await finishRefund(tx, order.id, refund.id, 'made in the payment service')
  const [full] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, order.id), eq(orders.refundedCents, orders.totalCents), gt(orders.totalCents, 0)))
  if (full) await suspendOrderEntitlements(tx, order.id, 'Refunded')
}
