import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { grantEntitlement } from '#server/features/access/entitlements.ts'
import { orders, testPayments } from '#server/platform/db/schema.ts'
import { eventually } from '#server/testing/eventually.ts'
import {
  buyCourse,
  canOpen,
  CARD,
  getEntitlements,
  getOrderRow,
  getTimeline,
  placeOrder,
  PRICED,
  storeOrder,
  toOrder,
} from '#server/testing/commerce/orders.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ PAYMENTS: 'test' })

test('pays, opens the course, and can be refunded for 30 days', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  const order = await buyCourse(t, me, course_id)
  expect(order).toMatchObject({ status: 'paid', checkout_url: null, processing: false, problem: null })
  const days = (Date.parse(order.refundable_until ?? '') - Date.parse(order.paid_date ?? '')) / 86_400_000
  expect(days).toBe(30)
  expect(await canOpen(t, me, course_id)).toBe(true)
  expect(await getTimeline(t, order.order_id)).toEqual(['Ordered', 'Paid $60.00'])
  expect(await t.findLogMessages(me.id)).toContain(`Order ${order.number}: Paid $60.00`)
  expect(await getSentMails(t, me.email)).toHaveLength(1)
})

test.each([
  [{ card: CARD.declined }, 'The card was declined. Nothing was charged'],
  [{ card: CARD.noFunds }, 'The card has insufficient funds. Nothing was charged'],
  [{ card: CARD.declined, confirmed: true }, 'The card was declined. Nothing was charged'],
  [{ card: CARD.confirmed, confirmed: false }, 'The payment was not confirmed. Nothing was charged'],
])('declines %j, and takes another card', async (payment, text) => {
  const me = await t.make.signedIn()
  const { order_id, items } = await placeOrder(t, me)
  const answer = await t.call('payTestOrder', { order_id, ...payment }, me.cookie)
  expect([answer.status, answer.body.code, answer.body.msg]).toEqual([402, 'payment_declined', text])
  expect(toOrder(await t.call('getOrder', { order_id }, me.cookie))).toMatchObject({ status: 'pending', problem: text })
  expect(await canOpen(t, me, items[0]?.course_id ?? 0)).toBe(false)
  const paid = toOrder(await t.call('payTestOrder', { order_id, card: CARD.paid }, me.cookie))
  expect(paid).toMatchObject({ status: 'paid', problem: null })
})

test('pays no order of another payment service', async () => {
  const me = await t.make.signedIn()
  const order_id = await storeOrder(t, me)
  for (const card of [CARD.paid, CARD.declined, CARD.later])
    expect((await t.call('payTestOrder', { order_id, card }, me.cookie)).body.code).toBe('order_state')
  const settle = async () => (await t.call('settleTestOrder', { order_id }, me.cookie)).body.code
  expect(await settle()).toBe('order_state')
  expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'pending', problem: null, provider: 'manual' })
  const admin = await t.make.signedIn({ role: 'admin' })
  toOrder(await t.call('markOrderPaid', { order_id, reference: 'Transfer' }, admin.cookie))
  expect(await settle()).toBe('order_state')
})

test('returns 409 already_owned for an order of a course that has opened otherwise', async () => {
  const me = await t.make.signedIn()
  const { order_id, items } = await placeOrder(t, me)
  const courseId = items[0]?.course_id ?? 0
  await t.db.transaction((tx) => grantEntitlement(tx, { userId: me.id, courseId, source: 'grant' }))
  for (const card of [CARD.paid, CARD.declined, CARD.later]) {
    const answer = await t.call('payTestOrder', { order_id, card }, me.cookie)
    expect([answer.status, answer.body.code]).toEqual([409, 'already_owned'])
  }
  const payment = await t.db.select().from(testPayments).where(eq(testPayments.orderId, order_id))
  expect(payment).toMatchObject([{ status: 'open' }])
})

test('settles no order that was not paid', async () => {
  const me = await t.make.signedIn()
  const { order_id } = await placeOrder(t, me)
  expect((await t.call('settleTestOrder', { order_id }, me.cookie)).body.code).toBe('order_state')
  expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'pending' })
})

test('charges a card that needs a confirmation only with it', async () => {
  const me = await t.make.signedIn()
  const { order_id } = await placeOrder(t, me)
  const pay = (input: object) => t.send('payTestOrder', { order_id, card: CARD.confirmed, ...input }, me.cookie)
  for (const input of [{}, { confirmed: 'true' }])
    expect((await pay(input)).body.code, JSON.stringify(input)).toBe('invalid_input')
  expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'pending', problem: null })
  expect(toOrder(await pay({ confirmed: true })).status).toBe('paid')
})

test('refuses any other card number without repeating it', async () => {
  const me = await t.make.signedIn()
  const { order_id } = await placeOrder(t, me)
  const card = '5105105105105100'
  const answer = await t.send('payTestOrder', { order_id, card }, me.cookie)
  expect([answer.status, answer.body.msg]).toEqual([400, 'Use one of the test cards'])
  expect(JSON.stringify(answer.body)).not.toContain(card)
  expect(JSON.stringify(await t.findLogMessages(me.id))).not.toContain(card)
})

test('opens nothing while a payment is on its way, and opens the course when it settles', async () => {
  const me = await t.make.signedIn()
  const { order_id, items } = await placeOrder(t, me)
  const course_id = items[0]?.course_id ?? 0
  const waiting = toOrder(await t.call('payTestOrder', { order_id, card: CARD.later }, me.cookie))
  expect(waiting).toMatchObject({ status: 'pending', processing: true, checkout_url: null })
  expect(await canOpen(t, me, course_id)).toBe(false)
  // Neither cancelled nor replaced: the money may still arrive.
  expect((await t.call('cancelOrder', { order_id }, me.cookie)).body.code).toBe('order_state')
  expect(toOrder(await t.call('createOrder', { course_id, total: 60 }, me.cookie)).order_id).toBe(order_id)
  expect(toOrder(await t.call('settleTestOrder', { order_id }, me.cookie)).status).toBe('paid')
  expect(await canOpen(t, me, course_id)).toBe(true)
})

test('settles a payment by itself once its time has come', async () => {
  const me = await t.make.signedIn()
  const { order_id } = await placeOrder(t, me)
  await t.call('payTestOrder', { order_id, card: CARD.later }, me.cookie)
  await t.db
    .update(testPayments)
    .set({ settlesAt: sql`now()` })
    .where(eq(testPayments.orderId, order_id))
  await eventually(async () => expect((await getOrderRow(t, order_id)).status).toBe('paid'))
})

test('charges once for 100 payments at once', async () => {
  const me = await t.make.signedIn()
  const { order_id } = await placeOrder(t, me)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => t.call('payTestOrder', { order_id, card: CARD.paid }, me.cookie)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await getEntitlements(t, me.id)).toHaveLength(1)
  expect(await getSentMails(t, me.email)).toHaveLength(1)
  expect(await getTimeline(t, order_id)).toEqual(['Ordered', 'Paid $60.00'])
})

test('either pays or cancels when both happen at once', async () => {
  for (let round = 0; round < 10; round++) {
    const me = await t.make.signedIn()
    const { order_id, items } = await placeOrder(t, me)
    const [paid, cancelled] = await Promise.all([
      t.call('payTestOrder', { order_id, card: CARD.paid }, me.cookie),
      t.call('cancelOrder', { order_id }, me.cookie),
    ])
    const { status } = await getOrderRow(t, order_id)
    expect([paid.status, cancelled.status]).toEqual(status === 'paid' ? [200, 409] : [409, 200])
    // Expired where the payment page has noticed first that the payment was called off.
    expect(['paid', 'cancelled', 'expired']).toContain(status)
    expect(await canOpen(t, me, items[0]?.course_id ?? 0)).toBe(status === 'paid')
    const [payment] = await t.db.select().from(testPayments).where(eq(testPayments.orderId, order_id))
    expect(payment?.status).toBe(status === 'paid' ? 'paid' : 'expired')
  }
})

test.each(['cancelled', 'refunded'] as const)('refuses to pay a %s order', async (status) => {
  const me = await t.make.signedIn()
  const { order_id } = status === 'refunded' ? await buyCourse(t, me) : await placeOrder(t, me)
  toOrder(await t.call(status === 'refunded' ? 'refundOrder' : 'cancelOrder', { order_id }, me.cookie))
  for (const card of [CARD.paid, CARD.declined, CARD.later]) {
    expect((await t.call('payTestOrder', { order_id, card }, me.cookie)).body.code).toBe('order_state')
  }
  expect((await getOrderRow(t, order_id)).status).toBe(status)
})

test('an order of a deleted account stays, without the student', async () => {
  const me = await t.make.signedIn()
  const admin = await t.make.signedIn({ role: 'admin' })
  const { order_id } = await buyCourse(t, me)
  expect((await t.call('deleteUser', { user_id: me.id }, admin.cookie)).status).toBe(200)
  const order = toOrder(await t.call('getOrder', { order_id }, admin.cookie))
  expect(order).toMatchObject({ status: 'paid', buyer: { student_id: null, email: me.email } })
  expect(await t.db.select().from(orders).where(eq(orders.id, order_id))).toHaveLength(1)
  const refunded = await t.call('refundOrder', { order_id, reason: 'The account is deleted' }, admin.cookie)
  expect(toOrder(refunded).status).toBe('refunded')
})
