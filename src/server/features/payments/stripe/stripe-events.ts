import { AppError } from '#contract/errors.ts'
import type { StripeSettings } from '#server/settings/payment-env.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { PaymentEvent, UnknownOrderEvent } from '#server/platform/payments/provider.ts'
import type { Stripe } from './stripe-client.ts'
import { isLive } from './stripe-mode.ts'
import { findOrderId } from './stripe-orders.ts'
import { retrieveSession, toPaidStatus, toStatus } from './stripe-status.ts'

interface StripeEventDeps extends StripeSettings {
  stripe: Stripe
  db: Db
}

interface Meaning {
  change: PaymentEvent['change']
  metadata: Record<string, string> | null
}

/** A signature is older when somebody replays it (https://docs.stripe.com/webhooks#replay-attacks). */
const TOLERANCE_S = 300

/** Null for an event of no interest: without an order, or of a kind that changes none. */
export async function parseStripeEvent(
  deps: StripeEventDeps,
  body: Buffer,
  signature: string | string[] | undefined,
): Promise<PaymentEvent | UnknownOrderEvent | null> {
  const event = verify(deps, body, signature)
  // Of a connected account, or of test payments while the keys are live.
  if (event.account !== undefined || event.livemode !== isLive(deps)) return null
  const meaning = await readMeaning(deps.stripe, event)
  if (meaning === null) return null
  const { id, type } = event
  const orderId = await findOrderId(deps.db, meaning.metadata)
  if (orderId !== null) return { id, type, orderId, change: meaning.change }
  const orderNumber = meaning.metadata?.order_number
  return orderNumber === undefined ? null : { id, type, orderId, orderNumber }
}

function verify(
  { stripe, webhookSecret }: StripeEventDeps,
  body: Buffer,
  signature: string | string[] | undefined,
): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, TOLERANCE_S)
  } catch (error) {
    throw new AppError('bad_signature', { cause: error })
  }
}

async function readMeaning(stripe: Stripe, event: Stripe.Event): Promise<Meaning | null> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return { change: toPaidStatus(event.data.object), metadata: event.data.object.metadata }
    case 'checkout.session.async_payment_failed':
      return readFailure(stripe, event.data.object)
    case 'checkout.session.expired':
      return { change: { state: 'ended' }, metadata: event.data.object.metadata }
    case 'charge.refunded':
      return {
        change: {
          state: 'refunded',
          refundedCents: event.data.object.amount_refunded,
          currency: event.data.object.currency.toUpperCase(),
        },
        metadata: event.data.object.metadata,
      }
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return readDispute(stripe, event.type, event.data.object)
    default:
      return null
  }
}

/** The event does not say why the bank declined. */
async function readFailure(stripe: Stripe, { id, metadata }: Stripe.Checkout.Session): Promise<Meaning> {
  return { change: toStatus(await retrieveSession(stripe, id)), metadata }
}

/** A dispute has no metadata of its payment. */
async function readDispute(stripe: Stripe, type: string, dispute: Stripe.Dispute): Promise<Meaning | null> {
  const payment = dispute.payment_intent
  if (payment === null) return null
  const { metadata } = await stripe.paymentIntents.retrieve(typeof payment === 'string' ? payment : payment.id)
  const closed = dispute.status === 'lost' ? 'dispute_lost' : 'dispute_won'
  const state = type === 'charge.dispute.created' ? 'disputed' : closed
  return { change: { state, disputeReference: dispute.id }, metadata }
}
