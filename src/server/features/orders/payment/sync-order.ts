import type { OrderRow } from '#server/features/orders/order-row.ts'
import { applyStatus } from '#server/features/orders/state/apply-status.ts'
import { changeOrder, type OrderServices } from '#server/features/orders/state/change-order.ts'

/** Asks the provider how an order stands, and brings the order to it. */
export async function syncOrder(services: OrderServices, order: OrderRow): Promise<void> {
  if (order.provider === null) return
  const status = await services.payments.getProvider(order.provider).getStatus(order)
  // Nothing is new.
  if (status.state === 'open' || (status.state === 'processing' && order.isProcessing)) return
  await changeOrder(services, order.id, (tx, locked) => applyStatus(tx, locked, status))
}
