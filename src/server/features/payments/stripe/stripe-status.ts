import type { PaymentStatus } from '#server/platform/payments/provider.ts'
import type { Stripe } from './stripe-client.ts'

const DECLINED = 'The bank declined the payment'
const CANCELED = 'The payment was canceled'

/** With the payment, which knows why a bank declined. */
export const retrieveSession = (stripe: Stripe, id: string) =>
  stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })

export function toStatus(session: Stripe.Checkout.Session): PaymentStatus {
  if (session.status === 'open') return { state: 'open' }
  if (session.status === 'expired') return { state: 'ended' }
  const payment = session.payment_intent
  if (session.payment_status !== 'paid' && typeof payment === 'object' && payment !== null) {
    // A finished checkout cannot be paid again, so the student needs a new order.
    if (payment.status === 'requires_payment_method')
      return { state: 'ended', problem: payment.last_payment_error?.message ?? DECLINED }
    if (payment.status === 'canceled') return { state: 'ended', problem: CANCELED }
  }
  return toPaidStatus(session)
}

/** Of a checkout that the student has finished: a bank debit is paid days later. */
export function toPaidStatus(session: Stripe.Checkout.Session): PaymentStatus {
  const { payment_intent: payment, payment_status, amount_total, currency } = session
  const paymentReference = typeof payment === 'string' ? payment : payment?.id
  if (payment_status !== 'paid' || paymentReference === undefined) return { state: 'processing' }
  return {
    state: 'paid',
    paymentReference,
    amountCents: amount_total ?? 0,
    currency: (currency ?? '').toUpperCase(),
  }
}
