import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { orders } from '#server/platform/db/schema.ts'
import type { PaymentProvider } from '#server/platform/payments/provider.ts'
import { addOrder, toCheckoutOrder } from '#server/testing/commerce/order-factories.ts'
import { StripeServer } from '#server/testing/commerce/stripe-server.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { canResume } from '#server/features/orders/is-offered.ts'
import { createPayments } from '#server/features/payments/create-payments.ts'

const t = useTestApp()
let stripe: StripeServer
let provider: PaymentProvider
beforeAll(async () => {
  stripe = await StripeServer.start()
  provider = createPayments(readEnv(stripe.settings), t.db, false).getProvider('stripe')
})
beforeEach(() => {
  stripe.failNext({ status: 0, times: 0 })
  stripe.books.refundStatus = 'succeeded'
})
afterAll(() => stripe.stop())

async function createOrder(values: Omit<Partial<typeof orders.$inferInsert>, 'userId'> = {}) {
  const [user, course] = await Promise.all([t.make.user(), t.make.course()])
  return toCheckoutOrder(await addOrder(t.db, { userId: user.id, course, provider: 'stripe', ...values }))
}

async function startCheckout() {
  const order = await createOrder()
  const { reference } = await provider.createCheckout(order)
  await t.db.update(orders).set({ checkoutReference: reference }).where(eq(orders.id, order.id))
  return { ...order, checkoutReference: reference }
}

async function buy() {
  const order = await startCheckout()
  return { ...order, paymentReference: stripe.books.pay(order.checkoutReference).id }
}

it('creates a checkout with the amount, the buyer and the addresses of the order', async () => {
  const order = await createOrder({ totalCents: 1_999, currency: 'EUR' })
  const { reference, url } = await provider.createCheckout(order)
  const session = stripe.books.getSession(reference)
  expect(url).toBe(session.url)
  expect(session).toMatchObject({
    amount_total: 1_999,
    currency: 'eur',
    client_reference_id: String(order.id),
    customer_email: order.buyerEmail,
    success_url: order.returnUrl,
    cancel_url: order.cancelUrl,
    expires_at: Math.floor(order.expiresAt.getTime() / 1_000),
    metadata: { order_id: String(order.id), order_number: order.number, order_created: order.createdAt.toISOString() },
  })
  expect(stripe.books.pay(reference).metadata).toEqual(session.metadata)
})

it.each([
  ['a path by its title', { pathTitle: 'Data analyst' }, 'Data analyst'],
  ['courses without a path', { items: ['One', 'Two'] }, 'One, Two'],
  ['courses with long titles as far as Stripe takes them', { items: ['🏮'.repeat(150)] }, `${'🏮'.repeat(124)}…`],
])('names %s', async (_, named, name) => {
  const { pathTitle = null, items = [] }: { pathTitle?: string | null; items?: string[] } = named
  const order = await createOrder()
  const { reference } = await provider.createCheckout({
    ...{ ...order, pathTitle },
    items: items.map((title) => ({ title, totalCents: order.totalCents })),
  })
  expect(stripe.books.productNames.get(reference)).toBe(name)
})

it('creates one checkout when the answer to the first request is lost', async () => {
  const order = await createOrder()
  const before = stripe.books.sessions.size
  stripe.failNext({ status: 500, times: 1, afterWork: true })
  const { reference } = await provider.createCheckout(order)
  expect(stripe.books.sessions.size).toBe(before + 1)
  expect(stripe.books.sessions.has(reference)).toBe(true)
})

it('creates one checkout for parallel requests', async () => {
  const order = await createOrder()
  const before = stripe.books.sessions.size
  const checkouts = await Promise.all(Array.from({ length: 5 }, () => provider.createCheckout(order)))
  expect(new Set(checkouts.map(({ reference }) => reference)).size).toBe(1)
  expect(stripe.books.sessions.size).toBe(before + 1)
})

it.each([429, 500, 503])('throws payment_unavailable when Stripe goes on answering %i', async (status) => {
  const order = await createOrder()
  stripe.failNext({ status, times: 10 })
  await expect(provider.createCheckout(order)).rejects.toMatchObject({ code: 'payment_unavailable' })
})

it('throws payment_unavailable when Stripe refuses the key', async () => {
  const env = readEnv({ ...stripe.settings, STRIPE_SECRET_KEY: 'sk_test_wrong' })
  const wrong = createPayments(env, t.db, false).getProvider('stripe')
  await expect(wrong.createCheckout(await createOrder())).rejects.toMatchObject({ code: 'payment_unavailable' })
})

it('says that a bank debit is on its way, then paid', async () => {
  const order = await startCheckout()
  stripe.books.pay(order.checkoutReference, 'processing')
  expect(await provider.getStatus(order)).toEqual({ state: 'processing' })
  stripe.books.settle(order.checkoutReference, true)
  expect(await provider.getStatus(order)).toMatchObject({ state: 'paid', amountCents: 6_000, currency: 'USD' })
})

it('says why a bank debit failed', async () => {
  const order = await startCheckout()
  stripe.books.pay(order.checkoutReference, 'processing')
  stripe.books.settle(order.checkoutReference, false)
  expect(await provider.getStatus(order)).toEqual({
    state: 'ended',
    problem: 'The account has insufficient funds.',
  })
})

it('says that a payment on its way was canceled', async () => {
  const order = await startCheckout()
  stripe.books.pay(order.checkoutReference, 'canceled')
  expect(await provider.getStatus(order)).toEqual({ state: 'ended', problem: 'The payment was canceled' })
})

it('ends the checkout of an order whose checkout was never stored', async () => {
  const order = await createOrder()
  expect(await provider.getStatus(order)).toEqual({ state: 'open' })
  expect(await provider.endCheckout(order)).toEqual({ state: 'ended' })
})

it('says that a test checkout has ended, and its refund is made, after live keys are set, without asking Stripe', async () => {
  const env = readEnv({ ...stripe.settings, STRIPE_SECRET_KEY: 'sk_live_1', PUBLIC_URL: 'https://learn.example.org' })
  const other = createPayments(env, t.db, false).getProvider('stripe')
  const order = { ...(await createOrder()), checkoutReference: 'cs_test_1' }
  const requests = stripe.requests.length
  expect([await other.getStatus(order), await other.endCheckout(order)]).toEqual([
    { state: 'ended' },
    { state: 'ended' },
  ])
  const paid = { ...order, paymentReference: 'pi_1' }
  expect(await other.refund({ order: paid, refundId: 1, amountCents: 6_000 })).toMatchObject({ status: 'succeeded' })
  expect(stripe.requests).toHaveLength(requests)
  // So the student's next order replaces it.
  const open = { provider: 'stripe', checkoutReference: 'cs_test_1' } as const
  expect([canResume({ providers: [other] }, open), canResume({ providers: [provider] }, open)]).toEqual([false, true])
})

it('refunds once when the answer to the first request is lost', async () => {
  const order = await buy()
  stripe.failNext({ status: 500, times: 2, afterWork: true, call: 'POST /v1/refunds' })
  const refund = { order, refundId: 7, amountCents: 6_000 }
  await expect(provider.refund(refund)).rejects.toThrow('An error occurred')
  expect(await provider.refund(refund)).toMatchObject({ status: 'succeeded' })
  expect(stripe.books.getRefundedAmount(order.paymentReference)).toBe(6_000)
})

it('finds its refund when Stripe has forgotten the idempotency key', async () => {
  const order = await buy()
  const known = stripe.books.refund(order.paymentReference, 6_000, { refund_id: '8' })
  expect(await provider.refund({ order, refundId: 8, amountCents: 6_000 })).toEqual({
    status: 'succeeded',
    reference: known.id,
  })
})

it('makes a refund whose id another one had before a restore', async () => {
  const order = await buy()
  for (const amountCents of [1_000, 2_000])
    expect(await provider.refund({ order, refundId: 12, amountCents })).toMatchObject({ status: 'succeeded' })
  expect(stripe.books.getRefundedAmount(order.paymentReference)).toBe(3_000)
})

it('refunds once for parallel requests', async () => {
  const order = await buy()
  const refund = { order, refundId: 9, amountCents: 1_000 }
  await Promise.all(Array.from({ length: 5 }, () => provider.refund(refund)))
  expect(stripe.books.getRefundedAmount(order.paymentReference)).toBe(1_000)
})

it('says that a refund is pending, and later that it succeeded', async () => {
  const order = await buy()
  stripe.books.refundStatus = 'pending'
  const refund = { order, refundId: 10, amountCents: 6_000 }
  const { reference } = await provider.refund(refund)
  expect(await provider.refund(refund)).toEqual({ status: 'pending', reference })
  const stored = stripe.books.refunds.find(({ id }) => id === reference)
  Object.assign(stored ?? {}, { status: 'succeeded' })
  expect(await provider.refund(refund)).toEqual({ status: 'succeeded', reference })
})

it('throws when the bank returns a refund, and makes it again at the next attempt', async () => {
  const order = await buy()
  stripe.books.refundStatus = 'failed'
  const refund = { order, refundId: 11, amountCents: 6_000 }
  for (let n = 0; n < 2; n++) await expect(provider.refund(refund)).rejects.toThrow('lost_or_stolen_card')
  stripe.books.refundStatus = 'succeeded'
  const { status, reference } = await provider.refund(refund)
  expect(status).toBe('succeeded')
  expect(await provider.refund(refund)).toEqual({ status, reference })
  expect(stripe.books.getRefundedAmount(order.paymentReference)).toBe(6_000)
})
