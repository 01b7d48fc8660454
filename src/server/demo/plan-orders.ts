import type { OrderStatus, PaymentProviderName } from '#contract/choices.ts'
import { REFUNDS_A_YEAR } from '#contract/limits.ts'
import { type Amounts, calculateAmounts, type TaxTerms } from '#server/features/orders/checkout/quote.ts'
import type { coupons } from '#server/platform/db/schema.ts'
import { daysAgo } from './days-ago.ts'
import { seededRandom } from './seeded-random.ts'

type CouponRow = typeof coupons.$inferSelect

export interface DemoBuyer {
  userId: number
  name: string
  email: string
  joinedAt: Date
  /** One of the students that a visitor can sign in as. */
  isLogin: boolean
}

export interface DemoSale {
  courseId: number
  title: string
  listCents: number
  dueCents: number
  createdAt: Date
}

export interface PlannedOrder {
  buyer: DemoBuyer
  course: DemoSale
  status: OrderStatus
  provider: PaymentProviderName
  createdAt: Date
  /** Null for an order that was never paid. */
  paidAt: Date | null
  coupon: CouponRow | null
  amounts: Amounts
  refund: { amountCents: number; at: Date; reason: string } | null
  disputedAt: Date | null
  refundRequestedAt: Date | null
}

export interface DemoEnrollment {
  buyer: DemoBuyer
  course: DemoSale
  enrolledAt: Date
  hasReview: boolean
}

interface PlanOptions {
  /** Priced courses of students, oldest first. */
  enrollments: readonly DemoEnrollment[]
  buyers: readonly DemoBuyer[]
  courses: readonly DemoSale[]
  coupons: readonly CouponRow[]
  tax: TaxTerms
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const REASONS = ['Not what I was looking for', 'Bought the wrong course', 'No time for it at the moment']

/** Every enrollment in a priced course was bought. Some were refunded, and some orders were never paid. */
export function planOrders(options: PlanOptions): PlannedOrder[] {
  const random = seededRandom(12)
  const bought = options.enrollments.map(({ buyer, course, enrolledAt }, index): PlannedOrder => {
    const isManual = index % 11 === 4
    const waited = isManual ? 3 * HOUR_MS : random.between(1, 9) * MINUTE_MS
    const coupon = index % 4 === 1 ? findCoupon(options.coupons, course, enrolledAt) : null
    return {
      ...{ buyer, course, status: 'paid', provider: isManual ? 'manual' : 'test', coupon },
      createdAt: new Date(enrolledAt.getTime() - waited),
      paidAt: enrolledAt,
      amounts: calculateAmounts(course, coupon, options.tax),
      ...{ refund: null, disputedAt: null, refundRequestedAt: null },
    }
  })
  const isReviewed = ({ buyer, course }: PlannedOrder) =>
    options.enrollments.some((one) => one.hasReview && one.buyer === buyer && one.course === course)
  changeSome(
    bought.filter((order) => !order.buyer.isLogin && !isReviewed(order)),
    random.between,
  )
  return [...bought, ...planUnpaid(options)].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

function findCoupon(coupons: readonly CouponRow[], course: DemoSale, at: Date): CouponRow | null {
  const isValid = ({ courseIds, createdAt }: CouponRow) =>
    createdAt < at && (courseIds.length === 0 || courseIds.includes(course.courseId))
  return coupons.findLast(isValid) ?? null
}

/** Refunds, a request for one and a dispute. */
function changeSome(others: PlannedOrder[], between: (low: number, high: number) => number): void {
  for (const [index, order] of others.entries()) {
    const paidMs = order.paidAt?.getTime() ?? 0
    const refundMs = paidMs + between(1, 9) * DAY_MS + between(0, 20) * HOUR_MS
    if (index % 12 !== 5 || refundMs > Date.now()) continue
    const isPart = index % 36 === 17
    const { totalCents } = order.amounts
    order.status = isPart ? 'partially_refunded' : 'refunded'
    order.refund = {
      amountCents: isPart ? Math.ceil(totalCents / 3) : totalCents,
      at: new Date(refundMs),
      reason: isPart ? 'Two lessons did not play' : (REASONS[index % REASONS.length] ?? ''),
    }
  }
  const isPlain = ({ status, provider, paidAt }: PlannedOrder) =>
    status === 'paid' && provider === 'test' && paidAt !== null && paidAt < daysAgo(4)
  const disputed = others.findLast(isPlain)
  if (disputed) Object.assign(disputed, { status: 'disputed', disputedAt: daysAgo(2) })
  const findEarlier = (asked: PlannedOrder) =>
    others.filter(
      (order) =>
        isPlain(order) && order.buyer === asked.buyer && order.createdAt < asked.createdAt && order !== disputed,
    )
  const asked = others.findLast(
    (order) => isPlain(order) && order !== disputed && findEarlier(order).length >= REFUNDS_A_YEAR,
  )
  if (!asked) return
  asked.refundRequestedAt = daysAgo(1)
  // After these an admin decides.
  for (const [index, order] of findEarlier(asked).slice(-REFUNDS_A_YEAR).entries()) {
    const at = new Date((order.paidAt?.getTime() ?? 0) + DAY_MS)
    const reason = REASONS[index] ?? ''
    Object.assign(order, { status: 'refunded', refund: { amountCents: order.amounts.totalCents, at, reason } })
  }
}

/** Orders that were cancelled or expired, and two that wait for a bank transfer. */
function planUnpaid({ enrollments, buyers, courses, tax }: PlanOptions): PlannedOrder[] {
  const isTaken = (buyer: DemoBuyer, course: DemoSale) =>
    enrollments.some((one) => one.buyer.userId === buyer.userId && one.course.courseId === course.courseId)
  const plans = [
    { days: 1.2, status: 'pending' },
    { days: 3.4, status: 'pending' },
    { days: 6.1, status: 'expired' },
    { days: 17.3, status: 'cancelled' },
    { days: 29.6, status: 'expired' },
    { days: 44.2, status: 'cancelled' },
    { days: 71.5, status: 'expired' },
  ] as const
  const used = new Set<number>()
  return plans.flatMap(({ days, status }) => {
    const createdAt = daysAgo(days)
    const found = buyers
      .filter(({ isLogin, userId, joinedAt }) => !isLogin && !used.has(userId) && joinedAt < createdAt)
      .flatMap((buyer) => courses.map((course) => ({ buyer, course })))
      .find(({ buyer, course }) => course.createdAt < createdAt && !isTaken(buyer, course))
    if (!found) return []
    used.add(found.buyer.userId)
    return [
      {
        ...{ ...found, status, createdAt, provider: status === 'pending' ? ('manual' as const) : ('test' as const) },
        amounts: calculateAmounts(found.course, null, tax),
        ...{ paidAt: null, coupon: null, refund: null, disputedAt: null, refundRequestedAt: null },
      },
    ]
  })
}
