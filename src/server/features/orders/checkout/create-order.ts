import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { toCents } from '#contract/money.ts'
import { announceAccess } from '#server/features/access/announce-access.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { endOrder } from '#server/features/orders/end-order.ts'
import { limitCouponGuesses } from './limit-coupon-guesses.ts'
import { openCheckout } from './open-checkout.ts'
import { findOrder, requireOrder } from '#server/features/orders/order-row.ts'
import { type OrderRequest, placeOrder, type PlacedOrder } from './place-order.ts'
import type { PlacedRow } from '#server/features/orders/state/insert-order.ts'
import type { OrderServices } from '#server/features/orders/state/change-order.ts'

export const createOrder: Handler<'createOrder'> = async (services, input) => {
  const { user, db, payments, throttles } = services
  const names = payments.providers.map(({ name }) => name)
  if (names.length === 0 || (input.provider && !names.includes(input.provider))) throw new AppError('not_configured')
  const isManual = (input.provider ?? names[0]) === 'manual' && input.total !== 0
  const request: OrderRequest = {
    user,
    subject: input,
    coupon: input.coupon,
    provider: input.provider,
    totalCents: input.total === undefined ? undefined : toCents(input.total),
    canSendInstructions: isManual && (await throttles.canSendOrderMail(user.student_id)),
  }
  const placeRequest = () => place(services, request)
  const { orderId, newOrder } =
    input.coupon === undefined
      ? await placeRequest()
      : await limitCouponGuesses(throttles, user.student_id, placeRequest)
  await openCheckout(services, newOrder ?? (await requireOrder(db, orderId, user)))
  return { msg: await findOrder(db, payments, orderId, user) }
}

/** More open orders than a student who buys one by one has: each is replaced in turn. */
const MAX_REPLACED = LIMITS.pathCourses + 1

async function place(
  services: OrderServices,
  request: OrderRequest,
): Promise<{ orderId: number; newOrder?: PlacedRow }> {
  for (let replaced = 0; replaced <= MAX_REPLACED; replaced++) {
    const placed = await placeInTransaction(services, request)
    if (!('replaces' in placed))
      return placed.status === 'open' ? placed : { orderId: placed.orderId, newOrder: placed.order }
    const paidOrderId = await endReplaced(services, request, placed)
    if (paidOrderId !== null) return { orderId: paidOrderId }
  }
  throw new AppError('order_state')
}

/** Returns the replaced order's id where it was paid meanwhile, so that there is nothing to replace. Null: place again. */
async function endReplaced(
  services: OrderServices,
  { user }: OrderRequest,
  { replaces, isSameSubject }: { replaces: number; isSameSubject: boolean },
): Promise<number | null> {
  const replaced = await requireOrder(services.db, replaces, user)
  if (replaced.status !== 'pending') return null
  const text = isSameSubject ? 'Replaced by an order on other terms' : 'Replaced by another order with the same course'
  if (await endOrder(services, replaced, { to: 'cancelled', text, by: user })) return null
  const { status } = await requireOrder(services.db, replaces, user)
  // Another call, or its time, has ended it meanwhile.
  if (status === 'cancelled' || status === 'expired') return null
  if (isSameSubject) return replaced.id
  if (status === 'pending')
    throw new AppError('order_state', {
      text: 'A payment for one of these courses is on its way. Wait until it arrives',
    })
  return null
}

async function placeInTransaction(services: OrderServices, request: OrderRequest): Promise<PlacedOrder> {
  const placed = await services.db.transaction(async (tx) => {
    const order = await placeOrder(tx, services.payments, request)
    // A review says whether its author was refunded, and an order without anything to pay opens the course again.
    if ('status' in order && order.status === 'paid') services.invalidate(['reviews'])
    return order
  })
  if ('replaces' in placed) return placed
  // Only then is there mail.
  if (placed.status !== 'open' && (placed.status === 'paid' || placed.order.provider === 'manual'))
    services.mailer.wake()
  if (placed.status === 'paid')
    for (const { courseId } of placed.order.items) announceAccess(services.live, request.user.student_id, courseId)
  return placed
}
