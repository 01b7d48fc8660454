import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { AppError } from '#contract/errors.ts'
import { toCents } from '#contract/money.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { findOrder, requireOrder } from './order-row.ts'
import { runRefund } from './refunds/run-refund.ts'
import { startRefund } from './refunds/start-refund.ts'
import { changeOrder } from './state/change-order.ts'

/** When the provider fails, the answer has the order with its refund on the way: the job tries again. */
export const refundOrder: Handler<'refundOrder'> = async (services, input) => {
  const { order_id, amount, refundable, reason = '', review } = input
  const { db, payments, user, from } = services
  const isAdmin = user.role === 'admin'
  await requireOrder(db, order_id, user)
  if (isAdmin && reason === '') throw new AppError('invalid_input', { text: 'A reason is required' })
  if (!isAdmin && amount !== undefined) throw new AppError('not_allowed', { text: 'Only an admin can refund a part' })
  const started = await changeOrder(services, order_id, async (tx, order) => {
    const refund = await startRefund(tx, order, {
      ...{ isAdmin, by: user, reason },
      amountCents: amount === undefined ? undefined : toCents(amount),
      shownCents: refundable === undefined ? undefined : toCents(refundable),
      removeReview: review === 'remove',
    })
    if (isAdmin) {
      const subject = { kind: 'order', id: order_id, name: order.number, userId: order.userId } as const
      const { status, refundedCents } = order
      await writeAudit(tx, {
        ...{ actor: user, from, action: 'order.refund', subject, before: { status, refundedCents } },
        after: {
          ...{ status: 'refund started', refundedCents: refundedCents + (refund?.amountCents ?? 0), reason },
          review: refund?.removesReview ? 'remove' : 'keep',
        },
      })
    }
    return refund
  })
  if (started) await runRefund(services, started.refundId)
  return { msg: await findOrder(db, payments, order_id, user) }
}
