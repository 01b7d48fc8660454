import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { payTestPayment } from '#server/features/payments/test-provider.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { openCheckout } from '#server/features/orders/checkout/open-checkout.ts'
import { findOwnedOrders } from '#server/features/orders/end-open-orders.ts'
import { isOffered } from '#server/features/orders/is-offered.ts'
import { findOrder, requireOrder } from '#server/features/orders/order-row.ts'
import { applyStatus } from '#server/features/orders/state/apply-status.ts'
import { changeOrder } from '#server/features/orders/state/change-order.ts'
import { orders } from '#server/platform/db/schema.ts'
import { syncOrder } from './sync-order.ts'

const DECLINED: Partial<Record<string, string>> = {
  '4000000000000002': 'The card was declined. Nothing was charged',
  '4000000000009995': 'The card has insufficient funds. Nothing was charged',
}
const NEEDS_CONFIRMATION = '4000002500003155'
const SETTLES_LATER = '4000000000000077'

export const payTestOrder: Handler<'payTestOrder'> = async (services, { order_id, card, confirmed }) => {
  const { db, payments, user } = services
  if (!isOffered(payments, 'test')) throw new AppError('not_configured')
  const order = await requireOrder(db, order_id, user)
  if (order.provider !== 'test') throw new AppError('order_state')
  const [owned] = await findOwnedOrders(db, eq(orders.id, order_id))
  if (owned) throw new AppError('already_owned')
  if (card === NEEDS_CONFIRMATION && confirmed === undefined)
    throw new AppError('invalid_input', { text: 'This card needs a confirmation' })
  const problem =
    card === NEEDS_CONFIRMATION && confirmed === false
      ? 'The payment was not confirmed. Nothing was charged'
      : DECLINED[card]
  if (problem !== undefined) {
    if (order.status !== 'pending' || order.isProcessing) throw new AppError('order_state')
    await changeOrder(services, order_id, (tx, locked) => applyStatus(tx, locked, { state: 'failed', problem }))
    throw new AppError('payment_declined', { text: problem })
  }
  await openCheckout(services, order)
  await payTestPayment(db, order_id, card === SETTLES_LATER ? 'processing' : 'paid')
  await syncOrder(services, order)
  const paid = await findOrder(db, payments, order_id, user)
  // Of two payments at once the second finds the order paid, and neither is charged twice.
  if (paid.status !== 'paid' && !paid.processing) throw new AppError('order_state')
  return { msg: paid }
}
