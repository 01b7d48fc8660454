import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { PaymentProviderName } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/users.ts'
import { lockAccess } from '#server/features/access/update-access.ts'
import { lockUser } from '#server/features/users/lock-user.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { orderItems, orderNumbers, orders } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Payments } from '#server/platform/payments/provider.ts'
import { requireCoupon, toOpenKey } from './coupon-rules.ts'
import { findItems, type OrderRow } from './order-row.ts'
import { type Amounts, calculateSale } from './quote.ts'
import { findSale, type Sale, type SaleSubject } from './sale.ts'
import { addOrderEvent } from './state/order-events.ts'
import { settleOrder } from './state/settle-order.ts'

/** A bank transfer takes days; a checkout page is open for a day at most. */
const EXPIRY_HOURS: Record<PaymentProviderName, number> = { test: 23, stripe: 23, manual: 14 * 24 }

export interface OrderRequest {
  user: User
  subject: SaleSubject
  coupon: string | undefined
  /** Undefined: any for an open order, else the first. */
  provider: PaymentProviderName | undefined
  /** What the student has seen. */
  totalCents: number | undefined
}

/**
 * `replaces` names an open order that must end first: one on other terms, or one with the same course, so that no course
 * is paid twice.
 */
export type PlacedOrder =
  | { orderId: number; status: 'open' | 'new' | 'paid'; courseIds: number[] }
  | { replaces: number; isSameSubject: boolean }

/** Returns the open order for the course or path, or makes one. */
export async function placeOrder(tx: Tx, payments: Payments, request: OrderRequest): Promise<PlacedOrder> {
  const { user, subject } = request
  const lockedIds =
    subject.course_id === undefined
      ? (await findSale(tx, user, subject)).items.map(({ courseId }) => courseId)
      : [subject.course_id]
  await lockAccess(tx, user.student_id, lockedIds)
  await lockUser(tx, user.student_id)
  const year = await lockOrderNumbers(tx)
  // In this order: an order that is paid between the two queries is found by the second.
  const openOrders = await findOpenOrders(tx, user.student_id)
  const sale = await findSale(tx, user, subject)
  if (sale.isOwned) throw new AppError('already_owned')
  if (sale.items.some(({ courseId }) => !lockedIds.includes(courseId))) throw new AppError('order_state')
  const open = openOrders.find(({ openKey }) => openKey === toOpenKey(user.student_id, sale.subjectId))
  if (open && !open.isExpired && (open.isProcessing || hasSameTerms(open, request, sale)))
    return { orderId: open.id, status: 'open', courseIds: [] }
  const use = { code: request.coupon ?? '', sale, userId: user.student_id }
  const coupon = request.coupon === undefined ? null : await requireCoupon(tx, use, { lock: true })
  const { amounts, itemAmounts } = calculateSale(sale.items, coupon, payments)
  if (request.totalCents !== undefined && request.totalCents !== amounts.totalCents) throw new AppError('price_changed')
  if (open) return { replaces: open.id, isSameSubject: true }
  const overlapping = openOrders.find((order) => sale.items.some(({ courseId }) => order.courseIds.includes(courseId)))
  if (overlapping) return { replaces: overlapping.id, isSameSubject: false }
  const order = await insertOrder(tx, payments, { request, sale, amounts, itemAmounts, coupon, year })
  await addOrderEvent(tx, order.id, 'Ordered', user.email)
  if (order.totalCents === 0)
    await settleOrder(tx, order, { paymentReference: null, text: 'Paid in full by discounts', by: user.email })
  else if (order.provider === 'manual')
    await queueMail(tx, { kind: 'order-instructions', toEmail: user.email, userId: user.student_id, orderId: order.id })
  return {
    orderId: order.id,
    status: order.totalCents === 0 ? 'paid' : 'new',
    courseIds: sale.items.map(({ courseId }) => courseId),
  }
}

/** Orders are made one after another, so that their numbers have no gaps and nobody has two open orders for a course. */
async function lockOrderNumbers(tx: Tx): Promise<number> {
  const [clock] = await tx
    .insert(orderNumbers)
    .values({ year: sql`extract(year from now() at time zone 'utc')`, last: 0 })
    .onConflictDoUpdate({ target: orderNumbers.year, set: { last: sql`${orderNumbers.last}` } })
    .returning({ year: orderNumbers.year })
  if (!clock) throw new Error('The order numbers were not locked')
  return clock.year
}

type OpenOrder = OrderRow & { isExpired: boolean; courseIds: number[] }

/** The student's pending orders. */
export async function findOpenOrders(db: Pick<Db, 'select'>, userId: number): Promise<OpenOrder[]> {
  const rows = await db
    .select({ ...getTableColumns(orders), isExpired: sql<boolean>`coalesce(${orders.expiresAt} <= now(), false)` })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'pending')))
  if (rows.length === 0) return []
  const items = await findItems(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    courseIds: items.flatMap(({ orderId, courseId }) => (orderId === row.id ? [courseId] : [])),
  }))
}

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

interface NewOrder {
  request: OrderRequest
  sale: Sale
  amounts: Amounts
  itemAmounts: Amounts[]
  coupon: { id: number; code: string } | null
  year: number
}

async function insertOrder(tx: Tx, payments: Payments, newOrder: NewOrder) {
  const { request, sale, amounts, itemAmounts, coupon, year } = newOrder
  const { user } = request
  const provider = amounts.totalCents === 0 ? null : (request.provider ?? payments.providers[0]?.name ?? null)
  const [counter] = await tx
    .update(orderNumbers)
    .set({ last: sql`${orderNumbers.last} + 1` })
    .where(eq(orderNumbers.year, year))
    .returning({ last: orderNumbers.last })
  const [order] = await tx
    .insert(orders)
    .values({
      ...amounts,
      number: `${year}-${String(counter?.last).padStart(6, '0')}`,
      userId: user.student_id,
      buyerName: `${user.first_name} ${user.last_name}`,
      buyerEmail: user.email,
      seller: [...payments.seller],
      currency: payments.currency,
      taxRate: payments.taxRate,
      taxIncluded: payments.taxIncluded,
      couponId: coupon?.id ?? null,
      couponCode: coupon?.code ?? null,
      provider,
      pathId: sale.path?.id ?? null,
      pathTitle: sale.path?.title ?? null,
      openKey: toOpenKey(user.student_id, sale.subjectId),
      ...(provider && { expiresAt: sql`now() + make_interval(hours => ${EXPIRY_HOURS[provider]})` }),
    })
    .returning()
  if (!order) throw new Error('The order was not made')
  const values = sale.items.flatMap(({ courseId, title }, index) => {
    const itemAmount = itemAmounts[index]
    return itemAmount ? [{ orderId: order.id, courseId, title, ...itemAmount }] : []
  })
  await tx.insert(orderItems).values(values)
  return order
}
