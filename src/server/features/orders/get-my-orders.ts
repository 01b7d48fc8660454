import { eq } from 'drizzle-orm'
import { MY_ORDERS_PER_PAGE } from '#contract/limits.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { orders } from '#server/platform/db/schema.ts'
import { findOrders } from './order-row.ts'

export const getMyOrders: Handler<'getMyOrders'> = async ({ db, payments, user }, { page }) => {
  const found = await findOrders(db, payments, eq(orders.userId, user.student_id), {
    limit: MY_ORDERS_PER_PAGE + 1,
    offset: (page - 1) * MY_ORDERS_PER_PAGE,
  })
  const { rows, nextPage } = paginate(found, page, MY_ORDERS_PER_PAGE)
  return { msg: rows, nextPage }
}
