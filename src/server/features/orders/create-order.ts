import { AppError } from '#contract/errors.ts'
import { toCents } from '#contract/money.ts'
import { announceAccess } from '#server/features/access/announce-access.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { endOrder } from './end-order.ts'
import { openCheckout } from './open-checkout.ts'
import { findOrder, requireOrder } from './order-row.ts'
import { type OrderRequest, placeOrder, type PlacedOrder } from './place-order.ts'
import type { OrderServices } from './state/change-order.ts'

export const createOrder: Handler<'createOrder'> = async (services, input) => {
  const { user, db, payments } = services
  const names = payments.providers.map(({ name }) => name)
  if (names.length === 0 || (input.provider && !names.includes(input.provider))) throw new AppError('not_configured')
  const request: OrderRequest = {
    user,
    courseId: input.course_id,
    coupon: input.coupon,
    provider: input.provider,
    totalCents: input.total === undefined ? undefined : toCents(input.total),
  }
  const orderId = await place(services, request)
  await openCheckout(services, await requireOrder(db, orderId, user))
  return { msg: await findOrder(db, payments, orderId, user) }
}

async function place(services: OrderServices, request: OrderRequest): Promise<number> {
  const { user } = request
  let placed = await placeInTransaction(services, request)
  if ('replaces' in placed) {
    const replaced = await requireOrder(services.db, placed.replaces, user)
    const end = { to: 'cancelled', text: 'Replaced by an order on other terms', by: user.email } as const
    // Paid meanwhile: then there is nothing to replace.
    if (replaced.status === 'pending' && !(await endOrder(services, replaced, end))) return replaced.id
    placed = await placeInTransaction(services, request)
  }
  if ('replaces' in placed) throw new AppError('order_state')
  return placed.orderId
}

async function placeInTransaction(services: OrderServices, request: OrderRequest): Promise<PlacedOrder> {
  const placed = await services.db.transaction((tx) => placeOrder(tx, services.payments, request))
  if ('replaces' in placed) return placed
  if (placed.status !== 'open') services.mailer.wake()
  if (placed.status === 'paid') announceAccess(services.live, request.user.student_id, request.courseId)
  return placed
}
