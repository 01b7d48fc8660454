import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { ALREADY_OPEN, isOwnedAlready } from '#server/features/orders/end-open-orders.ts'
import { endOrder } from '#server/features/orders/end-order.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import type { OrderServices } from '#server/features/orders/state/change-order.ts'
import { syncOrder } from '#server/features/orders/payment/sync-order.ts'
import { orders, testPayments } from '#server/platform/db/schema.ts'
import type { Warn } from '#server/platform/log/create-warn.ts'

const MINUTES_UNTIL_ASKED = 15
/** Every process runs this job, at its start as well. */
const MINUTES_BETWEEN_CHECKS = 10
const BATCH_SIZE = 50

/**
 * Asks the provider about orders that are pending for long, and ends those whose time is over or whose course is open.
 * @param stopping ends it after the current order
 */
export async function reconcileOrders(services: OrderServices, warn: Warn, stopping?: AbortSignal): Promise<void> {
  for (let batch = await claimOrders(services.db); batch.length > 0; batch = await claimOrders(services.db))
    for (const { order, ...state } of batch) {
      if (stopping?.aborted) return
      await reconcileOrder(services, order, state).catch((error: unknown) =>
        warn(error, `order ${order.number} was not reconciled`),
      )
    }
}

/** What one process has claimed the others leave alone; what it then fails to do is claimed again later. */
async function claimOrders(db: OrderServices['db']) {
  const isOver = lte(orders.expiresAt, sql`now()`)
  const minutesAgo = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`
  const due = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        or(isOver, lte(orders.createdAt, minutesAgo(MINUTES_UNTIL_ASKED))),
        or(isNull(orders.checkedAt), lte(orders.checkedAt, minutesAgo(MINUTES_BETWEEN_CHECKS))),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  return db
    .update(orders)
    .set({ checkedAt: sql`now()` })
    .where(inArray(orders.id, due))
    .returning({
      order: getTableColumns(orders),
      isExpired: sql<boolean>`coalesce(${isOver}, false)`,
      isOwned: isOwnedAlready,
    })
}

async function reconcileOrder(
  services: OrderServices,
  order: OrderRow,
  { isExpired, isOwned }: { isExpired: boolean; isOwned: boolean },
): Promise<void> {
  if (isOwned) await endOrder(services, order, { to: 'cancelled', text: ALREADY_OPEN, by: null })
  else if (isExpired) await endOrder(services, order, { to: 'expired', text: 'Not paid in time', by: null })
  // Before its checkout is stored nobody can have paid it.
  else if (order.checkoutReference !== null) await syncOrder(services, order)
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
