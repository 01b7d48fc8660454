import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Checkout } from '#contract/schemas/commerce/orders.ts'
import { users } from '#server/platform/db/schema.ts'
import { canOpen, getOrderRow, getTimeline, placeOrder, PRICED, toOrder } from '#server/testing/commerce/orders.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ PAYMENTS: 'manual', PAYMENT_INSTRUCTIONS: 'Transfer it.' })
const makeAdmin = () => t.make.signedIn({ role: 'admin' })

test('a manual order has instructions, opens nothing, and is paid once an admin says so', async () => {
  const [me, admin] = [await t.make.signedIn(), await makeAdmin()]
  const course_id = (await t.make.course(PRICED)).id
  const order = await placeOrder(t, me, course_id)
  const { order_id } = order
  expect(order).toMatchObject({
    status: 'pending',
    provider: 'manual',
    checkout_url: null,
    instructions: 'Transfer it.',
  })
  const days = (Date.parse(order.expires_date ?? '') - Date.parse(order.created_date)) / 86_400_000
  expect(days).toBe(14)
  expect(await getSentMails(t, me.email)).toHaveLength(1)
  expect(await canOpen(t, me, course_id)).toBe(false)
  expect((await t.call('markOrderPaid', { order_id, reference: 'x' }, me.cookie)).status).toBe(403)

  const paid = toOrder(await t.call('markOrderPaid', { order_id, reference: 'Transfer of 3 May' }, admin.cookie))
  expect(paid).toMatchObject({ status: 'paid', instructions: null })
  expect(await canOpen(t, me, course_id)).toBe(true)
  expect(await getTimeline(t, order_id)).toEqual(['Ordered', 'Marked paid: Transfer of 3 May'])
  expect(await getSentMails(t, me.email)).toHaveLength(2)
  const again = await t.call('markOrderPaid', { order_id, reference: 'x' }, admin.cookie)
  expect([again.status, again.body.code]).toEqual([409, 'order_state'])
  expect((await getOrderRow(t, order_id)).paymentReference).toBe('Transfer of 3 May')

  expect(toOrder(await t.call('refundOrder', { order_id }, me.cookie)).status).toBe('refunded')
  expect(await canOpen(t, me, course_id)).toBe(false)
})

test('sends the receipt to the address that the student has now', async () => {
  const [me, admin] = [await t.make.signedIn(), await makeAdmin()]
  const { order_id, number } = await placeOrder(t, me)
  await t.db
    .update(users)
    .set({ email: `new-${me.email}` })
    .where(eq(users.id, me.id))
  await t.call('markOrderPaid', { order_id, reference: 'Transfer' }, admin.cookie)
  const [mail] = await getSentMails(t, `new-${me.email}`)
  expect(mail?.subject).toBe(`Receipt for order ${number}`)
})

test('either marks an order paid or cancels it when both happen at once', async () => {
  const admin = await makeAdmin()
  for (let round = 0; round < 10; round++) {
    const me = await t.make.signedIn()
    const { order_id, items } = await placeOrder(t, me)
    const answers = await Promise.all([
      t.call('markOrderPaid', { order_id, reference: 'x' }, admin.cookie),
      t.call('cancelOrder', { order_id }, me.cookie),
    ])
    const { status } = await getOrderRow(t, order_id)
    expect(answers.map((answer) => answer.status)).toEqual(status === 'paid' ? [200, 409] : [409, 200])
    expect(await canOpen(t, me, items[0]?.course_id ?? 0)).toBe(status === 'paid')
  }
})

test('returns 404 for an order that does not exist', async () => {
  const admin = await makeAdmin()
  const answer = await t.call('markOrderPaid', { order_id: 999_999, reference: 'x' }, admin.cookie)
  expect(answer.body.code).toBe('order_not_found')
})

test('has no test payments', async () => {
  const me = await t.make.signedIn()
  const { order_id, items } = await placeOrder(t, me)
  const pay = await t.call('payTestOrder', { order_id, card: '4242424242424242' }, me.cookie)
  expect(pay.body.code).toBe('not_configured')
  const course_id = items[0]?.course_id ?? 0
  const checkout = (await t.call('getCheckout', { course_id }, me.cookie)).body.msg as Checkout
  expect(checkout).toMatchObject({ settings: { providers: ['manual'] }, open_order: { order_id } })
})

test('a test order from before the site went live is replaced, never paid', async () => {
  const trial = await t.startSecondServer({ PAYMENTS: 'test' })
  const me = await t.make.signedIn()
  const [replaced, cancelled] = [await placeOrder(trial, me), await placeOrder(trial, me)]
  const { order_id } = replaced
  const course_id = replaced.items[0]?.course_id ?? 0
  const pay = await t.call('payTestOrder', { order_id, card: '4242424242424242' }, me.cookie)
  expect([pay.body.code, (await t.call('settleTestOrder', { order_id }, me.cookie)).body.code]).toEqual(
    Array(2).fill('not_configured'),
  )
  const checkout = (await t.call('getCheckout', { course_id }, me.cookie)).body.msg as Checkout
  expect(checkout.open_order).toBeNull()
  const order = toOrder(await t.call('createOrder', { course_id }, me.cookie))
  expect([order.provider, order.order_id === order_id]).toEqual(['manual', false])
  expect((await getOrderRow(t, order_id)).status).toBe('cancelled')
  const ended = await t.call('cancelOrder', { order_id: cancelled.order_id }, me.cookie)
  expect(toOrder(ended).status).toBe('cancelled')
  await trial.close()
})

test('takes no orders while payments are off', async () => {
  const off = await t.startSecondServer({ PAYMENTS: 'off' })
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  const answer = await off.call('createOrder', { course_id }, me.cookie)
  expect([answer.status, answer.body.code]).toEqual([404, 'not_configured'])
  expect((await off.call('getPaymentSettings', {})).body.msg).toMatchObject({ providers: [] })
  await off.close()
})
