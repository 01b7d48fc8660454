import type { Handler } from '#server/pipeline/handler.ts'
import { checkPayment } from './payment/check-payment.ts'
import { findOrder } from './order-row.ts'

export const getOrder: Handler<'getOrder'> = async (services, { order_id }) => {
  const { db, payments, user } = services
  const order = await findOrder(db, payments, order_id, user)
  if (order.status !== 'pending') return { msg: order }
  await checkPayment(services, order_id)
  return { msg: await findOrder(db, payments, order_id, user) }
}
