import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Checkout, Order } from '#contract/schemas/commerce/orders.ts'
import { courses, entitlements, orderNumbers, orders, testPayments } from '#server/platform/db/schema.ts'
import {
  buyCourse,
  canOpen,
  CARD,
  getOrderRow,
  getTimeline,
  makeCoupon,
  placeOrder,
  PRICED,
  toOrder,
} from '#server/testing/commerce/orders.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ PAYMENTS: 'test', TAX_RATE: '20', SELLER: 'Wick & Sons|3 Old Street' })

test('returns a pending order with its checkout, and opens nothing', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course({ ...PRICED, title: 'Lamps' })
  const order = await placeOrder(t, me, course.id)
  expect(order).toMatchObject({
    number: expect.stringMatching(/^\d{4}-\d{6}$/),
    status: 'pending',
    currency: 'USD',
    ...{ list_price: 100, discount: 40, coupon: 0, coupon_code: null, tax: 10, tax_rate: 20, tax_included: true },
    ...{ total: 60, refunded: 0, provider: 'test', instructions: null, processing: false, problem: null },
    checkout_url: `/student/purchases/${order.order_id}/pay`,
    ...{ paid_date: null, refunded_date: null, refundable_until: null, refund_requested_date: null },
    items: [{ course_id: course.id, title: 'Lamps', price: 60 }],
    buyer: { student_id: me.id, name: `${me.firstName} ${me.lastName}`, email: me.email },
  })
  expect(Date.parse(order.expires_date ?? '')).toBeGreaterThan(Date.parse(order.created_date))
  expect(await canOpen(t, me, course.id)).toBe(false)
})

test('numbers an order beyond 999,999 in a year', async () => {
  const { last = 0 } = (await t.db.select().from(orderNumbers))[0] ?? {}
  await t.db.update(orderNumbers).set({ last: 999_998 })
  onTestFinished(async () => void (await t.db.update(orderNumbers).set({ last })))
  const place = async () => (await placeOrder(t, await t.make.signedIn())).number.slice(5)
  expect([await place(), await place(), await place()]).toEqual(['999999', '1000000', '1000001'])
})

test('stores who sells with the order', async () => {
  const { order_id } = await placeOrder(t, await t.make.signedIn())
  expect((await getOrderRow(t, order_id)).seller).toEqual(['Wick & Sons', '3 Old Street'])
})

test('returns the open order again, whatever is left out', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  const coupon = await makeCoupon(t)
  const first = toOrder(await t.call('createOrder', { course_id, coupon: coupon.code.toLowerCase() }, me.cookie))
  expect(first).toMatchObject({ coupon: 15, coupon_code: coupon.code, total: 45 })
  for (const terms of [{}, { coupon: coupon.code }, { provider: 'test' as const }, { total: 45 }]) {
    expect(toOrder(await t.call('createOrder', { course_id, ...terms }, me.cookie)).order_id).toBe(first.order_id)
  }
})

test('replaces the open order when the terms are others, and gives the coupon back', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  const coupon = await makeCoupon(t, { maxUses: 1, maxPerStudent: 1 })
  const plain = await placeOrder(t, me, course_id)
  const reduced = toOrder(await t.call('createOrder', { course_id, coupon: coupon.code }, me.cookie))
  expect(reduced.order_id).not.toBe(plain.order_id)
  const again = toOrder(await t.call('createOrder', { course_id, total: 60 }, me.cookie))
  expect(again).toMatchObject({ coupon_code: null, total: 60 })
  const mine = await t.call('getMyOrders', { page: 1 }, me.cookie)
  expect((mine.body.msg as Order[]).map(({ status }) => status)).toEqual(['pending', 'cancelled', 'cancelled'])
  // Nobody can pay the cancelled ones.
  const payments = await t.db.select().from(testPayments).where(eq(testPayments.orderId, plain.order_id))
  expect(payments).toMatchObject([{ status: 'expired' }])
  expect(await t.call('checkCoupon', { course_id, code: coupon.code }, me.cookie)).toMatchObject({ status: 200 })
})

test('returns 409 price_changed for another total than the price, and orders nothing', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  const answer = await t.call('createOrder', { course_id, total: 59.99 }, me.cookie)
  expect([answer.status, answer.body.code]).toEqual([409, 'price_changed'])
  expect(await t.db.select().from(orders).where(eq(orders.userId, me.id))).toEqual([])
})

test('keeps the price of an open order when the course becomes dearer', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  const { order_id } = await placeOrder(t, me, course_id)
  await t.db.update(courses).set({ priceCents: 99_900 }).where(eq(courses.id, course_id))
  expect(await placeOrder(t, me, course_id)).toMatchObject({ order_id, total: 60 })
  const checkout = (await t.call('getCheckout', { course_id }, me.cookie)).body.msg as Checkout
  expect(checkout).toMatchObject({ quote: { total: 599.4 }, open_order: { order_id, total: 60 }, owned: false })
})

test.each([
  ['a free course', { priceCents: 0 }, undefined, 'order'],
  ['a coupon of 100 %', PRICED, { value: 10_000 }, 'coupon'],
  ['a coupon of more than the price', PRICED, { kind: 'amount', value: 9_999_999 }, 'coupon'],
] as const)('pays %s at once', async (_title, price, terms, source) => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(price)).id
  const coupon = terms && (await makeCoupon(t, terms)).code
  const order = toOrder(await t.call('createOrder', { course_id, ...(coupon && { coupon }) }, me.cookie))
  expect(order).toMatchObject({ status: 'paid', total: 0, provider: null, checkout_url: null, refundable_until: null })
  expect(await canOpen(t, me, course_id)).toBe(true)
  const [entitlement] = await t.db.select().from(entitlements).where(eq(entitlements.orderId, order.order_id))
  expect(entitlement).toMatchObject({ source, userId: me.id, courseId: course_id })
})

test('returns 409 already_owned for a course that the student has', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  await buyCourse(t, me, course_id)
  const answer = await t.call('createOrder', { course_id }, me.cookie)
  expect([answer.status, answer.body.code]).toEqual([409, 'already_owned'])
})

test.each([
  ['a missing', {}],
  ['a draft', { isPublic: false }],
  ['a deleted', { deletedAt: new Date() }],
  ['an archived', { archivedAt: new Date() }],
])('returns 404 for %s course', async (title, values) => {
  const me = await t.make.signedIn()
  const course = await t.make.course({ ...PRICED, ...values })
  const course_id = title === 'a missing' ? 999_999 : course.id
  expect((await t.call('createOrder', { course_id }, me.cookie)).body.code).toBe('course_not_found')
  expect((await t.call('getCheckout', { course_id }, me.cookie)).body.code).toBe('course_not_found')
  expect((await t.call('checkCoupon', { course_id, code: 'X' }, me.cookie)).body.code).toBe('course_not_found')
})

test('returns 404 not_configured for a payment method that is off', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  expect((await t.call('createOrder', { course_id, provider: 'stripe' }, me.cookie)).body.code).toBe('not_configured')
})

test('takes price, currency and total from the database, never from the body', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  const body = { course_id, list_price: 1, totalCents: 1, currency: 'EUR', status: 'paid', user_id: 1 }
  expect(toOrder(await t.send('createOrder', body, me.cookie))).toMatchObject({ total: 60, currency: 'USD' })
})

test('refuses a coupon that takes off less than half a cent', async () => {
  const me = await t.make.signedIn()
  const { code } = await makeCoupon(t, { value: 1 })
  const course_id = (await t.make.course({ priceCents: 1_000 })).id
  const { body } = await t.call('createOrder', { course_id, coupon: code }, me.cookie)
  expect(body).toMatchObject({ code: 'coupon_not_valid', msg: 'This coupon takes nothing off this course' })
})

test.each([
  ['an unknown one', null, 'This coupon is not valid'],
  ['one that has not started', { startsAt: new Date('2099-01-01') }, 'This coupon cannot be used yet'],
  ['one that has ended', { endsAt: new Date('2020-01-01') }, 'This coupon has ended'],
  ['one for other courses', { courseIds: [999_999] }, 'This coupon is not for this course'],
  ['one that is used up', { maxUses: 1, maxPerStudent: null }, 'This coupon has been used up'],
  ['one that the student has used', { maxPerStudent: 1 }, 'You have used this coupon already'],
])('refuses a coupon: %s', async (title, terms, text) => {
  const me = await t.make.signedIn()
  const other = await t.make.signedIn()
  const { code } = terms === null ? { code: 'UNKNOWN' } : await makeCoupon(t, terms)
  if (title.includes('used')) {
    const course_id = (await t.make.course(PRICED)).id
    const buyer = title.includes('student') ? me : other
    toOrder(await t.call('createOrder', { course_id, coupon: code }, buyer.cookie))
  }
  const course_id = (await t.make.course(PRICED)).id
  for (const answer of [
    await t.call('checkCoupon', { course_id, code }, me.cookie),
    await t.call('createOrder', { course_id, coupon: code }, me.cookie),
  ])
    expect([answer.status, answer.body]).toEqual([404, { status: false, code: 'coupon_not_valid', msg: text }])
  expect(
    await t.db
      .select()
      .from(orders)
      .where(eq(orders.openKey, `${me.id}:${course_id}`)),
  ).toEqual([])
})

test('a refused coupon leaves the open order as it is', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  const { order_id } = await placeOrder(t, me, course_id)
  expect((await t.call('createOrder', { course_id, coupon: 'NOPE' }, me.cookie)).status).toBe(404)
  expect(await placeOrder(t, me, course_id)).toMatchObject({ order_id, status: 'pending' })
})

test('a cancelled order gives its coupon back', async () => {
  const me = await t.make.signedIn()
  const { code } = await makeCoupon(t, { maxUses: 1 })
  const course_id = (await t.make.course(PRICED)).id
  const { order_id } = toOrder(await t.call('createOrder', { course_id, coupon: code }, me.cookie))
  const other = await t.make.signedIn()
  expect((await t.call('checkCoupon', { course_id, code }, other.cookie)).status).toBe(404)
  expect(toOrder(await t.call('cancelOrder', { order_id }, me.cookie)).status).toBe('cancelled')
  expect((await t.call('checkCoupon', { course_id, code }, other.cookie)).body.msg).toEqual({
    ...{ list_price: 100, discount: 40, coupon: 15, tax: 7.5, total: 45 },
  })
})

test('only the owner and admins can read an order', async () => {
  const [me, other, admin] = [
    await t.make.signedIn(),
    await t.make.signedIn(),
    await t.make.signedIn({ role: 'admin' }),
  ]
  const { order_id } = await placeOrder(t, me)
  expect(toOrder(await t.call('getOrder', { order_id }, admin.cookie)).order_id).toBe(order_id)
  for (const name of ['getOrder', 'cancelOrder', 'refundOrder', 'settleTestOrder'] as const) {
    const answer = await t.call(name, { order_id }, other.cookie)
    expect([name, answer.status, answer.body.code]).toEqual([name, 404, 'order_not_found'])
  }
  expect((await t.call('payTestOrder', { order_id, card: CARD.paid }, other.cookie)).status).toBe(404)
  expect((await t.call('getMyOrders', { page: 1 }, other.cookie)).body).toMatchObject({ msg: [], nextPage: null })
})

test('lists ten orders a page, newest first', async () => {
  const me = await t.make.signedIn()
  const ids: number[] = []
  for (let i = 0; i < 11; i++) ids.unshift((await placeOrder(t, me)).order_id)
  const first = await t.call('getMyOrders', { page: 1 }, me.cookie)
  expect((first.body.msg as Order[]).map(({ order_id }) => order_id)).toEqual(ids.slice(0, 10))
  expect(first.body.nextPage).toBe(2)
  const second = await t.call('getMyOrders', { page: 2 }, me.cookie)
  expect(second.body).toMatchObject({ msg: [{ order_id: ids[10] }], nextPage: null })
})

test('refuses to cancel a paid order, which stays as it is', async () => {
  const me = await t.make.signedIn()
  const { order_id } = await buyCourse(t, me)
  expect((await t.call('cancelOrder', { order_id }, me.cookie)).body.code).toBe('order_state')
  expect(await getTimeline(t, order_id)).toEqual(['Ordered', 'Paid $60.00'])
})

test('cancels an order once for twenty cancellations at once', async () => {
  const me = await t.make.signedIn()
  const { order_id } = await placeOrder(t, me)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => t.call('cancelOrder', { order_id, reason: 'Too dear' }, me.cookie)),
  )
  expect(new Set(answers.map((answer) => toOrder(answer).status))).toEqual(new Set(['cancelled']))
  expect(await getTimeline(t, order_id)).toEqual(['Ordered', 'Canceled: Too dear'])
})
