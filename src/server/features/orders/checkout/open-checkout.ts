import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { checkoutPathPath } from '#contract/paths/learning-path-path.ts'
import { checkoutPath, orderPath } from '#contract/paths/record-paths.ts'
import type { Services } from '#server/pipeline/services.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { orders } from '#server/platform/db/schema.ts'
import { endOrder } from '#server/features/orders/end-order.ts'
import { findItems, type OrderItem, type OrderRow } from '#server/features/orders/order-row.ts'
import type { OrderServices } from '#server/features/orders/state/change-order.ts'
import { toProviderError } from './to-provider-error.ts'

/**
 * Asks the provider for the order's checkout, unless there is one. A crash before it is stored costs nothing: the next
 * call gets the same one. Throws payment_unavailable, and amount_too_small after it has cancelled the order.
 */
export async function openCheckout(
  services: OrderServices & Pick<Services, 'settings'>,
  order: OrderRow & { items?: readonly OrderItem[] },
): Promise<void> {
  const { db, payments, settings } = services
  if (order.status !== 'pending' || order.provider === null || order.checkoutReference !== null) return
  const provider = payments.getProvider(order.provider)
  const items = order.items ?? (await findItems(db, [order.id]))
  const [first] = items
  if (!first || !order.expiresAt) throw new Error('The order has nothing to pay for')
  const checkout = await provider
    .createCheckout({
      ...order,
      expiresAt: order.expiresAt,
      items,
      returnUrl: settings.publicUrl + orderPath({ order_id: order.id }),
      cancelUrl: settings.publicUrl + toCheckoutPath(order, first),
    })
    .catch(async (cause: unknown) => {
      const error = toProviderError(provider.name, cause)
      if (error instanceof AppError && error.code === 'amount_too_small')
        await endOrder(services, order, {
          to: 'cancelled',
          text: 'The amount is too small for the payment service',
          by: null,
        })
      throw error
    })
  const { reference, url } = checkout
  const stored = await runPrepared(
    db
      .update(orders)
      .set({ checkoutReference: reference, checkoutUrl: url })
      .where(and(eq(orders.id, order.id), eq(orders.status, 'pending')))
      .returning({ id: orders.id }),
  )
  // The order was cancelled meanwhile.
  if (stored.length === 0) await provider.endCheckout({ ...order, checkoutReference: reference })
}

const toCheckoutPath = ({ pathId }: OrderRow, { courseId }: { courseId: number }) =>
  pathId === null ? checkoutPath({ course_id: courseId }) : checkoutPathPath({ path_id: pathId })
