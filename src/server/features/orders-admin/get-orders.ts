import { ORDERS_PER_PAGE } from '#contract/limits.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { findOrders } from '#server/features/orders/order-row.ts'
import { ordersFilter } from './orders-filter.ts'

export const getOrders: Handler<'getOrders'> = async ({ db, payments }, { page, ...filter }) => {
  const found = await findOrders(db, payments, ordersFilter(filter), {
    limit: ORDERS_PER_PAGE + 1,
    offset: (page - 1) * ORDERS_PER_PAGE,
  })
  const { rows, nextPage } = paginate(found, page, ORDERS_PER_PAGE)
  return { msg: rows, nextPage }
}
