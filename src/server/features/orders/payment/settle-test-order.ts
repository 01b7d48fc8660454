import { AppError } from '#contract/errors.ts'
import { settleTestPayment } from '#server/features/payments/test-provider.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isOffered } from '#server/features/orders/is-offered.ts'
import { findOrder, requireOrder } from '#server/features/orders/order-row.ts'
import { syncOrder } from './sync-order.ts'

export const settleTestOrder: Handler<'settleTestOrder'> = async (services, { order_id }) => {
  const { db, payments, user } = services
  if (!isOffered(payments, 'test')) throw new AppError('not_configured')
  const order = await requireOrder(db, order_id, user)
  if (order.provider !== 'test') throw new AppError('order_state')
  await settleTestPayment(db, order_id)
  await syncOrder(services, order)
  const settled = await findOrder(db, payments, order_id, user)
  if (settled.status !== 'paid') throw new AppError('order_state')
  return { msg: settled }
}
