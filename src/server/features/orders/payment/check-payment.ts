import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { orders } from '#server/platform/db/schema.ts'
import type { OrderServices } from '#server/features/orders/state/change-order.ts'
import { syncOrder } from './sync-order.ts'

const INTERVAL_SECONDS = 10
const MAX_WAIT_MS = 2_000

/**
 * Asks the provider about a pending order while the student waits for it, because a webhook may be missed. Its answer is
 * applied also when it comes too late for the caller, and reconciliation asks again when there is none.
 */
export async function checkPayment(services: OrderServices, orderId: number): Promise<void> {
  const [order] = await services.db
    .update(orders)
    .set({ checkedAt: sql`now()` })
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.status, 'pending'),
        isNotNull(orders.checkoutReference),
        ne(orders.provider, 'manual'),
        or(isNull(orders.checkedAt), lt(orders.checkedAt, sql`now() - make_interval(secs => ${INTERVAL_SECONDS})`)),
      ),
    )
    .returning()
  if (!order) return
  const check = syncOrder(services, order).catch(() => {})
  await Promise.race([check, wait(MAX_WAIT_MS, undefined, { ref: false })])
}
