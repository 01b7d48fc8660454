import { asc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { orderEvents, orders } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const getOrderEvents: Handler<'getOrderEvents'> = async ({ db }, { order_id }) => {
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, order_id))
  if (!order) throw new AppError('order_not_found')
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, order_id))
    .orderBy(asc(orderEvents.id))
  return { msg: events.map(({ createdAt, text, byEmail }) => ({ date: createdAt.toISOString(), text, by: byEmail })) }
}
