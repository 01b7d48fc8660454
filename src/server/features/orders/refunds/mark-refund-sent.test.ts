import { expect, test } from 'vitest'
import { getOrderRow, getTimeline, placeOrder, toOrder } from '#server/testing/commerce/orders.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ PAYMENTS: 'manual' })

/** A manual order for $60 that an admin has noted as paid. */
async function payOrder() {
  const [student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
  const { order_id } = await placeOrder(t, student)
  await t.call('markOrderPaid', { order_id, reference: 'Transfer' }, admin.cookie)
  const refund = async (amount?: number) =>
    toOrder(await t.call('refundOrder', { order_id, amount, reason: 'Asked' }, admin.cookie))
  const mark = (amount: number) => t.call('markRefundSent', { order_id, amount }, admin.cookie)
  const read = async () => toOrder(await t.call('getOrder', { order_id }, student.cookie))
  return { order_id, student, admin, refund, mark, read }
}

test('an admin notes that the money of a refund was sent, once', async () => {
  const { order_id, student, admin, refund, mark, read } = await payOrder()
  expect(await read()).toMatchObject({ refund_to_send: 0, refund_sent_date: null })
  expect(await refund()).toMatchObject({ status: 'refunded', refund_to_send: 60, refund_sent_date: null })
  const own = await t.call('markRefundSent', { order_id, amount: 60 }, student.cookie)
  expect(own.status).toBe(403)
  const sent = toOrder(await mark(60))
  expect(sent).toMatchObject({ status: 'refunded', refund_to_send: 0, refund_sent_date: expect.any(String) })
  expect((await getTimeline(t, order_id)).at(-1)).toBe('Refund of $60.00 sent')
  const again = await mark(60)
  expect([again.status, again.body.code]).toEqual([409, 'order_state'])
  expect((await mark(0)).body.code).toBe('order_state')
  expect(await read()).toEqual(sent)
  const unknown = await t.call('markRefundSent', { order_id: 999_999, amount: 60 }, admin.cookie)
  expect(unknown.body.code).toBe('order_not_found')
})

test('a part that was refunded since then is still to be sent', async () => {
  const { refund, mark } = await payOrder()
  await refund(20)
  await mark(20)
  expect(await refund(15.5)).toMatchObject({ refunded: 35.5, refund_to_send: 15.5, refund_sent_date: null })
  expect((await mark(35.5)).body.code).toBe('order_state')
  expect(toOrder(await mark(15.5))).toMatchObject({ refund_to_send: 0, refund_sent_date: expect.any(String) })
})

test('the refund of another payment service is not marked', async () => {
  const app = await t.startSecondServer({ PAYMENTS: 'test' })
  const [student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
  const { order_id } = await placeOrder(app, student)
  await app.call('payTestOrder', { order_id, card: '4242424242424242' }, student.cookie)
  const refunded = toOrder(await app.call('refundOrder', { order_id }, student.cookie))
  expect(refunded).toMatchObject({ status: 'refunded', refund_to_send: 0 })
  expect((await app.call('markRefundSent', { order_id, amount: 60 }, admin.cookie)).body.code).toBe('order_state')
  expect((await getOrderRow(t, order_id)).status).toBe('refunded')
  await app.close()
})
