import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { PaymentProviderName } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/users.ts'
import { lockAccess } from '#server/features/access/update-access.ts'
import { enrollmentJoin, isVisibleTo } from '#server/features/courses/course-row.ts'
import { lockUser } from '#server/features/users/lock-user.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, orderItems, orderNumbers, orders } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Payments } from '#server/platform/payments/provider.ts'
import { requireCoupon, toOpenKey } from './coupon-rules.ts'
import type { OrderRow } from './order-row.ts'
import { type Amounts, calculateAmounts } from './quote.ts'
import { addOrderEvent } from './state/order-events.ts'
import { settleOrder } from './state/settle-order.ts'

/** A bank transfer takes days; a checkout page is open for a day at most. */
const EXPIRY_HOURS: Record<PaymentProviderName, number> = { test: 23, stripe: 23, manual: 14 * 24 }

export interface OrderRequest {
  user: User
  courseId: number
  coupon: string | undefined
  /** Undefined: any for an open order, else the first. */
  provider: PaymentProviderName | undefined
  /** What the student has seen. */
  totalCents: number | undefined
}

/** `replaces` names an open order on other terms, which must end first. */
export type PlacedOrder = { orderId: number; status: 'open' | 'new' | 'paid' } | { replaces: number }

/** Returns the open order for the course, or makes one. */
export async function placeOrder(tx: Tx, payments: Payments, request: OrderRequest): Promise<PlacedOrder> {
  const { user, courseId } = request
  await lockAccess(tx, user.student_id, [courseId])
  await lockUser(tx, user.student_id)
  const year = await lockOrderNumbers(tx)
  // In this order: an order that is paid between the two queries is found by the second.
  const open = await findOpenOrder(tx, user.student_id, courseId)
  const course = await requireSaleCourse(tx, user, courseId)
  if (open && !open.isExpired && (open.isProcessing || hasSameTerms(open, request)))
    return { orderId: open.id, status: 'open' }
  const use = { code: request.coupon ?? '', courseId, dueCents: course.dueCents, userId: user.student_id }
  const coupon = request.coupon === undefined ? null : await requireCoupon(tx, use, { lock: true })
  const amounts = calculateAmounts(course, coupon, payments)
  if (request.totalCents !== undefined && request.totalCents !== amounts.totalCents) throw new AppError('price_changed')
  if (open) return { replaces: open.id }
  const order = await insertOrder(tx, payments, { request, title: course.title, amounts, coupon, year })
  await addOrderEvent(tx, order.id, 'Ordered', user.email)
  if (order.totalCents === 0)
    await settleOrder(tx, order, { paymentReference: null, text: 'Paid in full by discounts', by: user.email })
  else if (order.provider === 'manual')
    await queueMail(tx, { kind: 'order-instructions', toEmail: user.email, userId: user.student_id, orderId: order.id })
  return { orderId: order.id, status: order.totalCents === 0 ? 'paid' : 'new' }
}

/** Throws already_owned for a course that the student can open. */
async function requireSaleCourse(tx: Tx, user: User, courseId: number) {
  const [course] = await tx
    .select({
      title: courses.title,
      listCents: courses.priceCents,
      dueCents: courses.dueCents,
      enrollmentId: enrollments.id,
    })
    .from(courses)
    .leftJoin(enrollments, enrollmentJoin(user.student_id))
    .where(and(eq(courses.id, courseId), isVisibleTo(user)))
  if (!course) throw new AppError('course_not_found')
  if (course.enrollmentId !== null) throw new AppError('already_owned')
  return course
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

export async function findOpenOrder(
  db: Pick<Db, 'select'>,
  userId: number,
  courseId: number,
): Promise<(OrderRow & { isExpired: boolean }) | undefined> {
  const [open] = await db
    .select({ ...getTableColumns(orders), isExpired: sql<boolean>`coalesce(${orders.expiresAt} <= now(), false)` })
    .from(orders)
    .where(eq(orders.openKey, toOpenKey(userId, courseId)))
  return open
}

function hasSameTerms(open: OrderRow, { coupon, provider, totalCents }: OrderRequest): boolean {
  return (
    (coupon === undefined || coupon === open.couponCode) &&
    (provider === undefined || provider === open.provider) &&
    (totalCents === undefined || totalCents === open.totalCents)
  )
}

interface NewOrder {
  request: OrderRequest
  title: string
  amounts: Amounts
  coupon: { id: number; code: string } | null
  year: number
}

async function insertOrder(tx: Tx, payments: Payments, { request, title, amounts, coupon, year }: NewOrder) {
  const { user, courseId } = request
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
      openKey: toOpenKey(user.student_id, courseId),
      ...(provider && { expiresAt: sql`now() + make_interval(hours => ${EXPIRY_HOURS[provider]})` }),
    })
    .returning()
  if (!order) throw new Error('The order was not made')
  await tx.insert(orderItems).values({ orderId: order.id, courseId, title, ...amounts })
  return order
}
