import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentEvent } from '#server/platform/payments/provider.ts'
import { applyPaymentEvent } from '#server/features/payments/apply-payment-event.ts'
import { checkLedger } from '#server/features/payments/check-ledger.ts'
import { courses, learningPaths, orders, pathCourses, refunds, reviews, users } from '#server/platform/db/schema.ts'
import {
  canOpen,
  getEntitlements,
  getOrderRow,
  placeOrder,
  PRICED,
  toOrder,
  useOrderServices,
} from '#server/testing/commerce/orders.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ PAYMENTS: 'manual' })
const services = useOrderServices(t)
let admin: SignedInUser
let student: SignedInUser
let course_id: number
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})
beforeEach(async () => {
  student = await t.make.signedIn()
  course_id = (await t.make.course(PRICED)).id
})

/** What happens while the user is in the trash. Returns whether the user can open the courses afterwards. */
async function restoreAfter(change: () => Promise<unknown>, courseIds = [course_id]): Promise<boolean[]> {
  expect((await t.call('deleteUser', { user_id: student.id }, admin.cookie)).status).toBe(200)
  await change()
  const restored = await t.call('restoreFromTrash', { kind: 'user', id: student.id }, admin.cookie)
  expect(restored.status).toBe(200)
  expect(await checkLedger(t.db)).toEqual([])
  const cookie = await t.make.cookie(student.id)
  return Promise.all(courseIds.map((id) => canOpen(t, { ...student, cookie }, id)))
}

let lastEvent = 0
const tell = (orderId: number, change: PaymentEvent['change']) =>
  applyPaymentEvent(services, { name: 'manual' }, { id: `event-${++lastEvent}`, type: change.state, orderId, change })
const markPaid = async (order_id: number) =>
  toOrder(await t.call('markOrderPaid', { order_id, reference: 'Transfer' }, admin.cookie))
/** An order that was paid before. */
const buyCourse = async (courseId = course_id) => markPaid((await placeOrder(t, student, courseId)).order_id)
const refund = async (order_id: number) =>
  toOrder(await t.call('refundOrder', { order_id, reason: 'Asked for' }, admin.cookie))

test('an order that was paid meanwhile opens its course, unless it was refunded too', async () => {
  const { id: refundedCourse } = await t.make.course(PRICED)
  const paid = await placeOrder(t, student, course_id)
  const refunded = await placeOrder(t, student, refundedCourse)
  const change = async () => {
    await markPaid(paid.order_id)
    await markPaid(refunded.order_id)
    await refund(refunded.order_id)
  }
  expect(await restoreAfter(change, [course_id, refundedCourse])).toEqual([true, false])
})

test('an order of a path that was paid meanwhile opens all its courses', async () => {
  const [path] = await t.db
    .insert(learningPaths)
    .values({ title: 'Web developer', goal: 'Build websites', isPublic: true, priceCents: 8_000 })
    .returning()
  const path_id = path?.id ?? 0
  const second = (await t.make.course(PRICED)).id
  for (const [place, courseId] of [course_id, second].entries())
    await t.db.insert(pathCourses).values({ pathId: path_id, courseId, place })
  const { order_id } = toOrder(await t.call('createOrder', { path_id }, student.cookie))
  expect(await restoreAfter(() => markPaid(order_id), [course_id, second])).toEqual([true, true])
})

test('a dispute that was won meanwhile opens the course again, and one that was lost does not', async () => {
  const dispute = { disputeReference: 'dispute-1' }
  const won = await buyCourse()
  const { id: lostCourse } = await t.make.course(PRICED)
  const lost = await buyCourse(lostCourse)
  for (const { order_id } of [won, lost]) await tell(order_id, { ...dispute, state: 'disputed' })
  const change = async () => {
    await tell(won.order_id, { ...dispute, state: 'dispute_won' })
    await tell(lost.order_id, { ...dispute, state: 'dispute_lost' })
  }
  expect(await restoreAfter(change, [course_id, lostCourse])).toEqual([true, false])
})

/** A full refund that the payment service has not made, or has refused for good: the course is closed. */
async function leaveRefund(order_id: number, status: 'pending' | 'failed') {
  await refund(order_id)
  await t.db.update(refunds).set({ status, doneAt: null }).where(eq(refunds.orderId, order_id))
  await t.db
    .update(orders)
    .set({ status: 'paid', refundedCents: 0, refundedAt: null, refundRequestedAt: sql`now()` })
    .where(eq(orders.id, order_id))
}

test('a refund that was given up keeps the course closed until its request is dismissed', async () => {
  const { order_id } = await buyCourse()
  await leaveRefund(order_id, 'failed')
  expect(await restoreAfter(async () => {})).toEqual([false])
  const dismiss = async () =>
    toOrder(await t.call('cancelOrder', { order_id, reason: 'Paid by transfer' }, admin.cookie))
  expect(await restoreAfter(dismiss)).toEqual([true])
  expect((await getOrderRow(t, order_id)).userId).toBe(student.id)
})

test('a full refund that is still on its way keeps the course closed', async () => {
  const { order_id } = await buyCourse()
  expect(await restoreAfter(() => leaveRefund(order_id, 'pending'))).toEqual([false])
})

test.each(['Refunded', 'Disputed'])('access that an admin ended with the reason %s stays ended', async (reason) => {
  await buyCourse()
  expect((await t.call('revokeAccess', { student_id: student.id, course_id, reason }, admin.cookie)).status).toBe(200)
  const read = async () => {
    const [user] = await t.db.select().from(users).where(eq(users.id, student.id))
    return { entitlements: await getEntitlements(t, student.id), joined: user?.courseJoined }
  }
  const before = await read()
  expect(before).toMatchObject({ entitlements: [{ revokedReason: reason }], joined: 0 })
  expect(await restoreAfter(async () => {})).toEqual([false])
  expect(await read()).toEqual(before)
})

const readReviews = async () => {
  const [course] = await t.db.select().from(courses).where(eq(courses.id, course_id))
  const texts = await t.db.select({ text: reviews.text }).from(reviews).where(eq(reviews.courseId, course_id))
  return [texts.map(({ text }) => text), course?.reviewsCount, course?.starsSum]
}

test.each(['dashboard', 'payment service'])(
  'the review goes as the student asked when the refund was made in the %s meanwhile, and a later one stays',
  async (place) => {
    const { order_id } = await buyCourse()
    await t.make.review(student.id, course_id, 2)
    await t.make.review((await t.make.user()).id, course_id, 4, 'Of another')
    await t.db
      .update(orders)
      .set({ refundRequestedAt: sql`now()`, removesReview: true })
      .where(eq(orders.id, order_id))
    const change = () =>
      place === 'dashboard' ? refund(order_id) : tell(order_id, { state: 'refunded', refundedCents: 6_000 })
    expect(await restoreAfter(change)).toEqual([false])
    expect(await readReviews()).toEqual([['Of another'], 1, 4])
    await t.make.review(student.id, course_id, 5, 'Later')
    await restoreAfter(async () => {})
    expect(await readReviews()).toEqual([expect.arrayContaining(['Of another', 'Later']), 2, 9])
  },
)

test('the review stays while the refund that would remove it has not been decided', async () => {
  const { order_id } = await buyCourse()
  await t.make.review(student.id, course_id, 2)
  await t.db
    .update(orders)
    .set({ refundRequestedAt: sql`now()`, removesReview: true })
    .where(eq(orders.id, order_id))
  await restoreAfter(async () => {})
  expect(await readReviews()).toEqual([['Good.'], 1, 2])
  expect(await getOrderRow(t, order_id)).toMatchObject({ removesReview: true })
})

test('an order that is still pending opens nothing', async () => {
  await placeOrder(t, student, course_id)
  expect(await restoreAfter(async () => {})).toEqual([false])
})
