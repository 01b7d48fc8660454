import { type AuditEntry, writeAudit } from '#server/features/audit-log/write-audit.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { restoreOrderEntitlements } from '#server/features/access/entitlements.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { orders, refunds } from '#server/platform/db/schema.ts'
import { endOrder } from './end-order.ts'
import { findOrder, requireOrder } from './order-row.ts'
import { changeOrder, type LockedOrder } from './state/change-order.ts'
import { logOrderChange, mailBuyer, type OrderActor, REFUND_DISMISSED } from './state/order-events.ts'

export const cancelOrder: Handler<'cancelOrder'> = async (services, { order_id, reason }) => {
  const { db, payments, user, from } = services
  const order = await requireOrder(db, order_id, user)
  const subject = { kind: 'order', id: order_id, name: order.number, userId: order.userId } as const
  const audit = (tx: Tx, change: Pick<AuditEntry, 'action' | 'before' | 'after'>) =>
    writeAudit(tx, { actor: user, from, subject, ...change })
  const because = reason === undefined ? '' : `: ${reason}`
  if (order.status === 'pending') {
    const [before, after] = [{ status: 'pending' }, { status: 'cancelled', reason }]
    const onEnded = async (tx: Tx) => {
      if (user.role === 'admin') await audit(tx, { action: 'order.cancel', before, after })
    }
    const end = { to: 'cancelled', text: `Canceled${because}`, by: user, onEnded } as const
    await endOrder(services, order, end)
  } else if (user.role === 'admin' && order.refundRequestedAt !== null) {
    if (reason === undefined) throw new AppError('invalid_input', { text: 'A reason is required' })
    await changeOrder(services, order_id, async (tx, locked) => {
      await dismissRefundRequest(tx, locked, reason, user)
      const before = { status: locked.status, refundRequestedAt: locked.refundRequestedAt }
      await audit(tx, { action: 'order.dismiss_refund', before, after: { status: locked.status, reason } })
    })
  } else if (order.status !== 'cancelled') throw new AppError('order_state')
  const ended = await findOrder(db, payments, order_id, user)
  // It may also have expired in the same moment, and costs nothing either way.
  const isEnded = ended.status === 'cancelled' || ended.status === 'expired'
  if (order.status === 'pending' && !isEnded) throw new AppError('order_state')
  return { msg: ended }
}

/** Also after a refund that the payment service has refused for good: then the course opens again. */
async function dismissRefundRequest(tx: Tx, order: LockedOrder, reason: string, by: OrderActor): Promise<void> {
  const [pending] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), eq(refunds.status, 'pending')))
    .limit(1)
  const isPaid = inArray(orders.status, ['paid', 'partially_refunded'])
  const dismissed = pending
    ? []
    : await tx
        .update(orders)
        .set({ refundRequestedAt: null, removesReview: false })
        .where(and(eq(orders.id, order.id), isPaid))
        .returning({ id: orders.id })
  if (dismissed.length === 0) throw new AppError('order_state')
  await restoreOrderEntitlements(tx, order.id, 'Refunded')
  await logOrderChange(tx, order, REFUND_DISMISSED + reason, by)
  await mailBuyer(tx, order, { kind: 'refund-dismissed' })
}
