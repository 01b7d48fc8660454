import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { orders } from '#server/platform/db/schema.ts'
import { endOrder } from './end-order.ts'
import type { OrderRow } from './order-row.ts'
import type { OrderServices } from './state/change-order.ts'
import type { OrderActor } from './state/order-events.ts'

export const ALREADY_OPEN = 'The course is open already'

/**
 * Open, although the student can open all that it is for by something else. One condition, because the order's own
 * payment changes both at once. Not an order that is paid by hand: the money may be on its way, and admins note it.
 */
export const isOwnedAlready = sql<boolean>`(${orders.status} = 'pending' and ${orders.provider} <> 'manual' and not exists (
  select from order_items i where i.order_id = orders.id and not exists (
    select from enrollments e
    where e.course_id = i.course_id and e.user_id = orders.user_id and e.access_until > now())))`

export const findOwnedOrders = (db: Pick<Db, 'select'>, condition: SQL): Promise<OrderRow[]> =>
  db.select().from(orders).where(and(condition, isOwnedAlready))

/**
 * Ends what the student has ordered and can open otherwise, so that nobody pays for it. Call it after the commit. Where
 * the payment service does not answer, reconciliation ends them.
 */
export async function endOpenOrders(services: OrderServices, userId: number, by: OrderActor): Promise<void> {
  const owned = await findOwnedOrders(services.db, eq(orders.userId, userId))
  for (const order of owned)
    await endOrder(services, order, { to: 'cancelled', text: ALREADY_OPEN, by }).catch(() => {})
}
