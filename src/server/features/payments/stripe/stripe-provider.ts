import { AppError } from '#contract/errors.ts'
import type { StripeSettings } from '#server/settings/payment-env.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type {
  CheckoutOrder,
  PaymentProvider,
  PaymentStatus,
  ProviderOrder,
} from '#server/platform/payments/provider.ts'
import { createStripeClient, type Stripe } from './stripe-client.ts'
import { parseStripeEvent } from './stripe-events.ts'
import { isLive, isTestCheckout } from './stripe-mode.ts'
import { toKey, toMetadata } from './stripe-orders.ts'
import { retrieveSession, toStatus } from './stripe-status.ts'

/** Stripe Checkout: the student pays on Stripe's page, so card data never reaches this server. */
export function createStripeProvider(settings: StripeSettings, db: Db): PaymentProvider {
  const getStripe = createStripeClient(settings)
  return {
    name: 'stripe',
    takesMoney: isLive(settings),
    createCheckout: async (order) => createSession(await getStripe(), order),
    getStatus: async (order) =>
      isTestCheckout(settings, order.checkoutReference) ? { state: 'ended' } : readStatus(await getStripe(), order),
    refund: async (refund) =>
      isTestCheckout(settings, refund.order.checkoutReference)
        ? { status: 'succeeded', reference: `test-refund-${refund.refundId}` }
        : createRefund(await getStripe(), refund),
    endCheckout: async (order) =>
      isTestCheckout(settings, order.checkoutReference) ? { state: 'ended' } : expireSession(await getStripe(), order),
    isTestCheckout: (reference) => isTestCheckout(settings, reference),
    parseWebhook: async (body, headers) =>
      parseStripeEvent({ stripe: await getStripe(), db, ...settings }, body, headers['stripe-signature']),
  }
}

/** Stripe refuses longer names of products. */
const MAX_NAME_LENGTH = 250

function toProductName({ pathTitle, items }: CheckoutOrder): string {
  const name = pathTitle ?? items.map(({ title }) => title).join(', ')
  if (name.length <= MAX_NAME_LENGTH) return name
  // Not in the middle of a character.
  return `${name.slice(0, MAX_NAME_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

async function createSession(stripe: Stripe, order: CheckoutOrder) {
  const metadata = toMetadata(order)
  try {
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: order.currency.toLowerCase(),
              unit_amount: order.totalCents,
              product_data: { name: toProductName(order) },
            },
          },
        ],
        client_reference_id: String(order.id),
        customer_email: order.buyerEmail,
        expires_at: Math.floor(order.expiresAt.getTime() / 1_000),
        success_url: order.returnUrl,
        cancel_url: order.cancelUrl,
        metadata,
        // Copied to the charge, whose refunds and disputes do not name the session.
        payment_intent_data: { metadata, description: `Order ${order.number}` },
      },
      { idempotencyKey: toKey('checkout', order) },
    )
    return { reference: session.id, url: session.url }
  } catch (error) {
    throw new AppError(isTooSmall(error) ? 'amount_too_small' : 'payment_unavailable', { cause: error })
  }
}

async function readStatus(stripe: Stripe, { checkoutReference }: ProviderOrder): Promise<PaymentStatus> {
  // Nobody has seen the address of a checkout whose reference was not stored.
  if (checkoutReference === null) return { state: 'open' }
  return toStatus(await retrieveSession(stripe, checkoutReference))
}

/** Looks for the refund first: Stripe forgets idempotency keys after a day, and we ask again for three. */
async function createRefund(
  stripe: Stripe,
  { order, refundId, amountCents }: Parameters<PaymentProvider['refund']>[0],
): ReturnType<PaymentProvider['refund']> {
  const paymentIntent = order.paymentReference
  if (paymentIntent === null) throw new Error('The order has no payment to refund')
  const { data: known } = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })
  const metadata = { ...toMetadata(order), refund_id: String(refundId) }
  // After a restore another refund may have had the id.
  const attempts = known.filter((one) => one.metadata?.refund_id === metadata.refund_id && one.amount === amountCents)
  // With the key of one that has failed, or was over another amount, Stripe would not make another.
  const action = `refund-${refundId}-${amountCents}-${attempts.filter(hasFailed).length}`
  const refund =
    attempts.find((one) => !hasFailed(one)) ??
    (await stripe.refunds.create(
      { payment_intent: paymentIntent, amount: amountCents, metadata },
      { idempotencyKey: toKey(action, order) },
    ))
  if (hasFailed(refund)) throw new Error(`Stripe could not refund: ${refund.failure_reason ?? refund.status}`)
  return { status: refund.status === 'succeeded' ? 'succeeded' : 'pending', reference: refund.id }
}

const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'

async function expireSession(stripe: Stripe, order: ProviderOrder): Promise<PaymentStatus> {
  if (order.checkoutReference === null) return { state: 'ended' }
  try {
    return toStatus(await stripe.checkout.sessions.expire(order.checkoutReference))
  } catch (error) {
    // Paid or expired meanwhile.
    if (isInvalidRequest(error)) return readStatus(stripe, order)
    throw error
  }
}

const isInvalidRequest = (error: unknown) =>
  error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError'

const isTooSmall = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'amount_too_small'
