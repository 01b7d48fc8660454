import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { findOrder } from './order-row.ts'
import { changeOrder } from './state/change-order.ts'
import { settleOrder } from './state/settle-order.ts'

export const markOrderPaid: Handler<'markOrderPaid'> = async (services, { order_id, reference }) => {
  const { db, payments, user } = services
  const isPaid = await changeOrder(services, order_id, async (tx, order) => {
    const settlement = { paymentReference: reference, text: `Marked paid: ${reference}`, by: user.email }
    return order.provider === 'manual' && settleOrder(tx, order, settlement)
  })
  if (!isPaid) throw new AppError('order_state')
  return { msg: await findOrder(db, payments, order_id, user) }
}
