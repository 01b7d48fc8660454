import type { Tx } from '#server/platform/db/connect.ts'
import type { PaymentStatus } from '#server/platform/payments/provider.ts'
import type { OrderRow } from './order-row.ts'
import { applyStatus, fits } from './state/apply-status.ts'
import { changeOrder, type OrderServices } from './state/change-order.ts'
import type { OrderActor } from './state/order-events.ts'
import { transition } from './state/transition.ts'
import { toProviderError } from './checkout/to-provider-error.ts'

/**
 * Cancels or expires a pending order. Its checkout ends first, so that nobody pays it afterwards; whoever has paid it
 * already keeps it. Returns whether the order has ended. Throws payment_unavailable.
 */
export async function endOrder(
  services: OrderServices,
  order: OrderRow,
  end: { to: 'cancelled' | 'expired'; text: string; by: OrderActor | null; onEnded?: (tx: Tx) => Promise<void> },
): Promise<boolean> {
  const status = await endCheckout(services, order)
  const ended = await changeOrder(services, order.id, async (tx, locked) => {
    const isStoredSince = locked.status === 'pending' && locked.checkoutReference !== order.checkoutReference
    if (isStoredSince) return locked
    if (status.state === 'paid' || status.state === 'processing') {
      await applyStatus(tx, locked, status)
      // A payment of another amount never opens the course: admins refund it, and the student orders again.
      if (status.state !== 'paid' || fits(locked, status)) return false
    }
    // A payment that was on its way has failed, which ends the order in its own words.
    if (end.to === 'expired' && status.state === 'ended' && locked.isProcessing) {
      await applyStatus(tx, locked, status)
      return true
    }
    const { onEnded, ...change } = end
    if (locked.status !== 'pending' || !(await transition(tx, locked, end.to, change))) return false
    await onEnded?.(tx)
    return true
  })
  // A checkout that another call has stored meanwhile can still be paid.
  return typeof ended === 'boolean' ? ended : endOrder(services, ended, end)
}

async function endCheckout({ payments }: OrderServices, order: OrderRow): Promise<PaymentStatus> {
  if (order.provider === null) return { state: 'ended' }
  const provider = payments.getProvider(order.provider)
  return provider.endCheckout(order).catch((cause: unknown) => {
    throw toProviderError(provider.name, cause)
  })
}
