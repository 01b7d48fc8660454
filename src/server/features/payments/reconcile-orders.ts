import { and, asc, eq, isNotNull, lte, or, sql } from 'drizzle-orm'
import { endOrder } from '#server/features/orders/end-order.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import type { OrderServices } from '#server/features/orders/state/change-order.ts'
import { syncOrder } from '#server/features/orders/payment/sync-order.ts'
import { orders, testPayments } from '#server/platform/db/schema.ts'

const MINUTES_UNTIL_ASKED = 15

type Warn = (error: unknown, text: string) => void

/** Asks the provider about orders that are pending for long, and ends those whose time is over. */
export async function reconcileOrders(services: OrderServices, warn: Warn): Promise<void> {
  const isOver = lte(orders.expiresAt, sql`now()`)
  const rows = await services.db
    .select({ order: orders, isExpired: sql<boolean>`coalesce(${isOver}, false)` })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        or(isOver, lte(orders.createdAt, sql`now() - make_interval(mins => ${MINUTES_UNTIL_ASKED})`)),
      ),
    )
    .orderBy(asc(orders.id))
  for (const { order, isExpired } of rows)
    await reconcileOrder(services, order, isExpired).catch((error: unknown) =>
      warn(error, `order ${order.number} was not reconciled`),
    )
}

async function reconcileOrder(services: OrderServices, order: OrderRow, isExpired: boolean): Promise<void> {
  if (isExpired) await endOrder(services, order, { to: 'expired', text: 'Not paid in time', by: null })
  // Before its checkout is stored nobody can have paid it.
  else if (order.checkoutReference !== null) await syncOrder(services, order)
  await services.db
    .update(orders)
    .set({ checkedAt: sql`now()` })
    .where(eq(orders.id, order.id))
}

/** Settles test orders whose payment is made or due, also after a crash between the two. */
export async function settleTestOrders(services: OrderServices, warn: Warn): Promise<void> {
  const rows = await services.db
    .select({ order: orders })
    .from(orders)
    .innerJoin(testPayments, eq(testPayments.orderId, orders.id))
    .where(
      and(
        eq(orders.status, 'pending'),
        or(
          eq(testPayments.status, 'paid'),
          and(isNotNull(testPayments.settlesAt), lte(testPayments.settlesAt, sql`now()`)),
        ),
      ),
    )
  for (const { order } of rows)
    await syncOrder(services, order).catch((error: unknown) => warn(error, `order ${order.number} was not settled`))
}
