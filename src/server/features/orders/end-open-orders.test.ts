import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courses, learningPaths, pathCourses, testPayments } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { CARD, getOrderRow, getTimeline, placeOrder, PRICED, toOrder } from '#server/testing/commerce/orders.ts'
import { StripeServer } from '#server/testing/commerce/stripe-server.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const CANCELLED = 'The course is open already'

describe('an open order of a course', () => {
  const t = useTestApp({ PAYMENTS: 'test' })

  async function order() {
    const student = await t.make.signedIn()
    const course_id = (await t.make.course(PRICED)).id
    return { student, course_id, ...(await placeOrder(t, student, course_id)) }
  }

  async function expectCancelled(order_id: number) {
    expect((await getOrderRow(t, order_id)).status).toBe('cancelled')
    expect((await getTimeline(t, order_id)).at(-1)).toBe(CANCELLED)
    const payment = await t.db.select().from(testPayments).where(eq(testPayments.orderId, order_id))
    expect(payment).toMatchObject([{ status: 'expired' }])
  }

  test('ends when an admin grants the course, and other orders stay open', async () => {
    const { student, course_id, order_id } = await order()
    const kept = [await placeOrder(t, student), await placeOrder(t, await t.make.signedIn(), course_id)]
    const admin = await t.make.signedIn({ role: 'admin' })
    const input = { student_id: student.id, course_id, reason: 'A prize' }
    expect((await t.call('grantAccess', input, admin.cookie)).status).toBe(200)
    await expectCancelled(order_id)
    for (const one of kept) expect((await getOrderRow(t, one.order_id)).status).toBe('pending')
    const paid = await t.call('payTestOrder', { order_id, card: CARD.paid }, student.cookie)
    expect(paid.status).toBe(409)
  })

  test('ends when the course has become free and the student joins it', async () => {
    const { student, course_id, order_id } = await order()
    await t.db.update(courses).set({ priceCents: 0 }).where(eq(courses.id, course_id))
    expect((await t.call('enrollCourse', { course_id }, student.cookie)).status).toBe(200)
    await expectCancelled(order_id)
  })

  test('of a path ends with the last of its courses, and not with the first', async () => {
    const student = await t.make.signedIn()
    const admin = await t.make.signedIn({ role: 'admin' })
    const values = { title: 'Basics', goal: 'Begin', isPublic: true, priceCents: 8_000 }
    const path = at(await t.db.insert(learningPaths).values(values).returning())
    const courseIds = [(await t.make.course(PRICED)).id, (await t.make.course(PRICED)).id]
    await t.db.insert(pathCourses).values(courseIds.map((courseId, place) => ({ pathId: path.id, courseId, place })))
    const { order_id } = toOrder(await t.call('createOrder', { path_id: path.id }, student.cookie))
    const grant = (course_id: number) =>
      t.call('grantAccess', { student_id: student.id, course_id, reason: 'A prize' }, admin.cookie)
    await grant(at(courseIds))
    expect((await getOrderRow(t, order_id)).status).toBe('pending')
    await grant(at(courseIds, 1))
    await expectCancelled(order_id)
  })
})

describe('paid by hand', () => {
  const t = useTestApp({ PAYMENTS: 'manual', PAYMENT_INSTRUCTIONS: 'Transfer it.' })

  test('an order stays open after a grant, for the money that may be on its way', async () => {
    const student = await t.make.signedIn()
    const { order_id, items } = await placeOrder(t, student)
    const admin = await t.make.signedIn({ role: 'admin' })
    const input = { student_id: student.id, course_id: items[0]?.course_id ?? 0, reason: 'The transfer takes days' }
    expect((await t.call('grantAccess', input, admin.cookie)).status).toBe(200)
    expect((await getOrderRow(t, order_id)).status).toBe('pending')
    expect((await t.call('markOrderPaid', { order_id, reference: 'T-1' }, admin.cookie)).status).toBe(200)
  })
})

describe('at Stripe', () => {
  let stripe: StripeServer
  beforeAll(async () => {
    stripe = await StripeServer.start()
  })
  afterAll(() => stripe.stop())
  const t = useTestApp(() => stripe.settings)

  async function grantWhileOrdered({ isDown = false } = {}) {
    const student = await t.make.signedIn()
    const { order_id, items } = await placeOrder(t, student)
    const admin = await t.make.signedIn({ role: 'admin' })
    if (isDown) stripe.failNext({ status: 500, times: 20 })
    const input = { student_id: student.id, course_id: items[0]?.course_id ?? 0, reason: 'A prize' }
    const granted = await t.call('grantAccess', input, admin.cookie)
    stripe.failNext({ status: 0, times: 0 })
    return { granted, order: await getOrderRow(t, order_id) }
  }

  test('the checkout of a course that was granted cannot be paid any more', async () => {
    const { order } = await grantWhileOrdered()
    expect(order.status).toBe('cancelled')
    expect(stripe.books.getSession(order.checkoutReference ?? '').status).toBe('expired')
  })

  test('a grant succeeds while the service does not answer', async () => {
    const { granted, order } = await grantWhileOrdered({ isDown: true })
    expect([granted.status, order.status]).toEqual([200, 'pending'])
  })
})
