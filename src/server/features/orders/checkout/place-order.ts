import { and, eq, sql } from 'drizzle-orm'
import type { PaymentProviderName } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { orders } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Payments } from '#server/platform/payments/provider.ts'
import { requireCoupon, toOpenKey } from './coupon-rules.ts'
import { canResume } from '#server/features/orders/is-offered.ts'
import { calculateSale } from './quote.ts'
import { findSale, type Sale, type SaleSubject } from './sale.ts'
import { insertOrder, type PlacedRow } from '#server/features/orders/state/insert-order.ts'
import { lockSale } from '#server/features/orders/state/lock-sale.ts'
import { settleOrder } from '#server/features/orders/state/settle-order.ts'

export interface OrderRequest {
  user: User
  subject: SaleSubject
  coupon: string | undefined
  /** Undefined: any for an open order, else the first. */
  provider: PaymentProviderName | undefined
  /** What the student has seen. */
  totalCents: number | undefined
  /** Of a manual order, with what its page says. */
  canSendInstructions: boolean
}

/**
 * `replaces` names an open order that must end first: one on other terms, or one with the same course, so that no course
 * is paid twice.
 */
export type PlacedOrder =
  | { orderId: number; status: 'open' }
  | { orderId: number; status: 'new' | 'paid'; order: PlacedRow }
  | { replaces: number; isSameSubject: boolean }

/** Returns the open order for the course or path, or makes one. */
export async function placeOrder(tx: Tx, payments: Payments, request: OrderRequest): Promise<PlacedOrder> {
  const { user, subject } = request
  const lockedIds =
    subject.course_id === undefined
      ? (await findSale(tx, user, subject)).items.map(({ courseId }) => courseId)
      : [subject.course_id]
  const year = await lockSale(tx, user.student_id, lockedIds)
  // In this order: an order that is paid between the two queries is found by the second.
  const openOrders = await findOpenOrders(tx, user.student_id)
  const sale = await findSale(tx, user, subject)
  if (sale.isOwned) throw new AppError('already_owned')
  if (sale.items.some(({ courseId }) => !lockedIds.includes(courseId))) throw new AppError('order_state')
  const open = openOrders.find(({ openKey }) => openKey === toOpenKey(user.student_id, sale.subjectId))
  const isSame = open && !open.isTooLateForCheckout && canResume(payments, open) && hasSameTerms(open, request, sale)
  if (open && !open.isExpired && (open.isProcessing || isSame)) return { orderId: open.id, status: 'open' }
  const use = { code: request.coupon ?? '', sale, userId: user.student_id }
  const coupon = request.coupon === undefined ? null : await requireCoupon(tx, use, { lock: true })
  const { amounts, itemAmounts } = calculateSale(sale.items, coupon, payments)
  if (request.totalCents !== undefined && request.totalCents !== amounts.totalCents) throw new AppError('price_changed')
  if (open) return { replaces: open.id, isSameSubject: true }
  const overlapping = openOrders.find((order) => sale.items.some(({ courseId }) => order.courseIds.includes(courseId)))
  if (overlapping) return { replaces: overlapping.id, isSameSubject: false }
  const order = await insertOrder(tx, payments, { request, sale, amounts, itemAmounts, coupon, year })
  if (order.totalCents === 0)
    await settleOrder(tx, order, { paymentReference: null, text: 'Paid in full by discounts', by: user })
  else if (order.provider === 'manual' && request.canSendInstructions)
    await queueMail(tx, { kind: 'order-instructions', toEmail: user.email, userId: user.student_id, orderId: order.id })
  return { orderId: order.id, status: order.totalCents === 0 ? 'paid' : 'new', order }
}

/** Stripe's checkouts are open for 30 minutes or longer; the rest is for the call. */
const MIN_CHECKOUT_MINUTES = 31

const openOrderColumns = {
  id: orders.id,
  openKey: orders.openKey,
  isProcessing: orders.isProcessing,
  couponCode: orders.couponCode,
  provider: orders.provider,
  checkoutReference: orders.checkoutReference,
  totalCents: orders.totalCents,
  isExpired: sql<boolean>`coalesce(${orders.expiresAt} <= now(), false)`,
  /** Its time is too short for the checkout that it does not have yet. */
  isTooLateForCheckout: sql<boolean>`(${orders.checkoutReference} is null
    and coalesce(${orders.expiresAt} <= now() + make_interval(mins => ${MIN_CHECKOUT_MINUTES}), false))`,
  courseIds: sql<number[]>`(select json_agg(i.course_id) from order_items i where i.order_id = orders.id)`,
}

/** The student's pending orders. */
export const findOpenOrders = (db: Pick<Db, 'select'>, userId: number) =>
  runPrepared(
    db
      .select(openOrderColumns)
      .from(orders)
      .where(and(eq(orders.userId, userId), sql`${orders.status} = 'pending'`)),
  )

type OpenOrder = Awaited<ReturnType<typeof findOpenOrders>>[number]

/** A path's order is on other terms, too, when the student has got one of its courses, or the path has others. */
function hasSameTerms(open: OpenOrder, { coupon, provider, totalCents }: OrderRequest, { items }: Sale): boolean {
  return (
    (coupon === undefined || coupon === open.couponCode) &&
    (provider === undefined || provider === open.provider) &&
    (totalCents === undefined || totalCents === open.totalCents) &&
    items.length === open.courseIds.length &&
    items.every(({ courseId }) => open.courseIds.includes(courseId))
  )
}
