import type { Handler } from '#server/pipeline/handler.ts'
import { findOrder } from './order-row.ts'

export const getOrder: Handler<'getOrder'> = async ({ db, payments, user }, { order_id }) => ({
  msg: await findOrder(db, payments, order_id, user),
})
