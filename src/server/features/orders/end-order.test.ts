import { afterAll, beforeAll, expect, it } from 'vitest'
import { getOrderRow, placeOrder, useOrderServices } from '#server/testing/commerce/orders.ts'
import { StripeServer } from '#server/testing/commerce/stripe-server.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { endOrder } from './end-order.ts'

let stripe: StripeServer
beforeAll(async () => {
  stripe = await StripeServer.start()
})
afterAll(() => stripe.stop())
const t = useTestApp(() => stripe.settings)
const services = useOrderServices(t)

/** An order as it was read before another call stored its checkout. */
async function readBeforeCheckout() {
  const { order_id } = await placeOrder(t, await t.make.signedIn())
  const order = await getOrderRow(t, order_id)
  return { order: { ...order, checkoutReference: null }, sessionId: order.checkoutReference ?? '' }
}

const END = { to: 'cancelled', text: 'Canceled', by: null } as const

it('ends a checkout that was stored since the order was read', async () => {
  const { order, sessionId } = await readBeforeCheckout()
  expect(await endOrder(services, order, END)).toBe(true)
  expect((await getOrderRow(t, order.id)).status).toBe('cancelled')
  expect(stripe.books.getSession(sessionId).status).toBe('expired')
})

it('keeps an order whose checkout was stored and paid since it was read', async () => {
  const { order, sessionId } = await readBeforeCheckout()
  stripe.books.pay(sessionId)
  expect(await endOrder(services, order, END)).toBe(false)
  expect((await getOrderRow(t, order.id)).status).toBe('paid')
})
