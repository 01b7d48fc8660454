import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentProviderName } from '#contract/choices.ts'
import { readEnv } from '#server/env.ts'
import { orders } from '#server/platform/db/schema.ts'
import type { PaymentProvider } from '#server/platform/payments/provider.ts'
import { addOrder, toCheckoutOrder } from '#server/testing/commerce/order-factories.ts'
import { StripeServer } from '#server/testing/commerce/stripe-server.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { createPayments } from './create-payments.ts'
import { payTestPayment } from './test-provider.ts'

const t = useTestApp()
let stripe: StripeServer
beforeAll(async () => {
  stripe = await StripeServer.start()
})
afterAll(() => stripe.stop())

/** What a buyer does at the provider; null where an admin notes the payment instead. */
type Pay = (orderId: number, reference: string) => Promise<unknown>

const PROVIDERS: { name: PaymentProviderName; pay: Pay | null }[] = [
  { name: 'test', pay: (orderId) => payTestPayment(t.db, orderId, 'paid') },
  { name: 'manual', pay: null },
  { name: 'stripe', pay: async (_orderId, reference) => stripe.books.pay(reference) },
]

describe.each(PROVIDERS)('the $name provider', ({ name, pay }) => {
  let provider: PaymentProvider
  beforeAll(() => {
    const env = readEnv({ ...stripe.settings, PAYMENTS: name })
    provider = createPayments(env, t.db, false).getProvider(name)
  })

  async function startCheckout() {
    const [user, course] = await Promise.all([t.make.user(), t.make.course()])
    const row = await addOrder(t.db, { userId: user.id, course, provider: name })
    const { reference, url } = await provider.createCheckout(toCheckoutOrder(row))
    const [order] = await t.db
      .update(orders)
      .set({ checkoutReference: reference })
      .where(eq(orders.id, row.id))
      .returning()
    if (!order) throw new Error('The order is gone')
    return { order: toCheckoutOrder(order), reference, url }
  }

  async function buy() {
    const { order, reference } = await startCheckout()
    await pay?.(order.id, reference)
    const status = await provider.getStatus(order)
    const paymentReference = status.state === 'paid' ? status.paymentReference : 'Transfer 17'
    return { order: { ...order, paymentReference }, status }
  }

  it('has its own name', () => {
    expect(provider.name).toBe(name)
  })

  it('returns the same checkout when it is asked twice', async () => {
    const { order, reference, url } = await startCheckout()
    expect(await provider.createCheckout(order)).toEqual({ reference, url })
  })

  it('gives two orders two checkouts', async () => {
    const [one, other] = [await startCheckout(), await startCheckout()]
    expect(one.reference).not.toBe(other.reference)
  })

  it('says that an order is open until it is paid', async () => {
    const { order } = await startCheckout()
    expect(await provider.getStatus(order)).toEqual({ state: 'open' })
  })

  it('ends an open checkout, also when it is asked twice', async () => {
    const { order, reference } = await startCheckout()
    expect(await provider.endCheckout(order)).toEqual({ state: 'ended' })
    expect(await provider.endCheckout(order)).toEqual({ state: 'ended' })
    await Promise.resolve(pay?.(order.id, reference)).catch(() => undefined)
    expect((await provider.getStatus(order)).state).not.toBe('paid')
  })

  it('refunds once for one refund id', async () => {
    const { order } = await buy()
    const refund = { order, refundId: order.id, amountCents: 6_000 }
    const first = await provider.refund(refund)
    expect(first.status).toBe('succeeded')
    expect(await provider.refund(refund)).toEqual(first)
  })

  it('refunds in two parts', async () => {
    const { order } = await buy()
    const one = await provider.refund({ order, refundId: order.id, amountCents: 2_500 })
    const other = await provider.refund({ order, refundId: order.id + 1_000_000, amountCents: 3_500 })
    expect(one.reference).not.toBe(other.reference)
  })

  if (pay === null) return

  it('states what was paid', async () => {
    const { status } = await buy()
    expect(status).toEqual({ state: 'paid', paymentReference: expect.any(String), amountCents: 6_000, currency: 'USD' })
  })

  it('does not end a checkout that is paid', async () => {
    const { order } = await buy()
    expect((await provider.endCheckout(order)).state).toBe('paid')
    expect((await provider.getStatus(order)).state).toBe('paid')
  })

  it('refuses to refund more than was paid', async () => {
    const { order } = await buy()
    await provider.refund({ order, refundId: order.id, amountCents: 4_000 })
    await expect(provider.refund({ order, refundId: order.id + 1_000_000, amountCents: 2_001 })).rejects.toThrow(Error)
  })

  it('refuses to refund what was not paid', async () => {
    const { order } = await startCheckout()
    await expect(provider.refund({ order, refundId: order.id, amountCents: 6_000 })).rejects.toThrow(Error)
  })
})
