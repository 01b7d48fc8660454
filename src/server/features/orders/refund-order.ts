import { AppError } from '#contract/errors.ts'
import { toCents } from '#contract/money.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { findOrder, requireOrder } from './order-row.ts'
import { runRefund } from './refunds/run-refund.ts'
import { startRefund } from './refunds/start-refund.ts'
import { changeOrder } from './state/change-order.ts'

/** When the provider fails, the answer has the order with its refund on the way: the job tries again. */
export const refundOrder: Handler<'refundOrder'> = async (services, { order_id, amount, reason = '', review }) => {
  const { db, payments, user } = services
  const isAdmin = user.role === 'admin'
  await requireOrder(db, order_id, user)
  if (isAdmin && reason === '') throw new AppError('invalid_input', { text: 'A reason is required' })
  if (!isAdmin && amount !== undefined) throw new AppError('not_allowed', { text: 'Only an admin can refund a part' })
  const refundId = await changeOrder(services, order_id, (tx, order) =>
    startRefund(tx, order, {
      ...{ isAdmin, by: user.email, reason },
      amountCents: amount === undefined ? undefined : toCents(amount),
      removeReview: review === 'remove',
    }),
  )
  if (refundId !== null) await runRefund(services, refundId)
  return { msg: await findOrder(db, payments, order_id, user) }
}
