import { randomBytes } from 'node:crypto'

/** An error as Stripe answers it. */
export class StripeProblem extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined

  constructor(status: number, type: string, message: string, code?: string) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
  }
}

export interface StripeSession {
  id: string
  object: 'checkout.session'
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  amount_total: number
  currency: string
  client_reference_id: string | null
  customer_email: string | null
  success_url: string
  cancel_url: string
  expires_at: number
  metadata: Record<string, string>
  livemode: boolean
}

interface StripePayment {
  id: string
  object: 'payment_intent'
  status: 'processing' | 'succeeded' | 'requires_payment_method' | 'canceled'
  amount: number
  amount_received: number
  currency: string
  latest_charge: string
  last_payment_error: { message: string } | null
  metadata: Record<string, string>
}

interface StripeRefund {
  id: string
  object: 'refund'
  amount: number
  currency: string
  payment_intent: string
  status: 'succeeded' | 'pending' | 'failed'
  failure_reason?: string
  metadata: Record<string, string>
}

const newId = (prefix: string) => `${prefix}_${randomBytes(10).toString('hex')}`
const notFound = (what: string) =>
  new StripeProblem(404, 'invalid_request_error', `No such ${what}`, 'resource_missing')
const refused = (message: string, code?: string) => new StripeProblem(400, 'invalid_request_error', message, code)

/** `metadata[site]=x` becomes `{ site: 'x' }`. */
function readMap(form: URLSearchParams, name: string): Record<string, string> {
  const fields = [...form].filter(([key]) => key.startsWith(`${name}[`))
  return Object.fromEntries(fields.map(([key, value]) => [key.slice(name.length + 1, -1), value]))
}

/** What Stripe knows: sessions, payments and refunds. Its methods are what buyers, banks and time do. */
export class StripeBooks {
  readonly sessions = new Map<string, StripeSession>()
  /** By session. */
  readonly productNames = new Map<string, string>()
  readonly payments = new Map<string, StripePayment>()
  readonly refunds: StripeRefund[] = []
  readonly #paymentMetadata = new Map<string, Record<string, string>>()
  /** What the next refunds come to. */
  refundStatus: StripeRefund['status'] = 'succeeded'

  call(call: string, input: URLSearchParams): object {
    const [, path = ''] = /^\w+ \/v1\/(.*)$/.exec(call) ?? []
    const [, id = '', action] = /^(?:checkout\/sessions|payment_intents)\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    if (call === 'POST /v1/checkout/sessions') return this.#createSession(input)
    if (call === 'POST /v1/refunds') return this.#createRefund(input)
    if (call === 'GET /v1/refunds') return this.#listRefunds(input)
    if (call.startsWith('POST /v1/checkout/sessions/') && action === 'expire') return this.#expireSession(id)
    if (call.startsWith('GET /v1/checkout/sessions/')) return this.#retrieveSession(id, input)
    if (call.startsWith('GET /v1/payment_intents/')) return this.getPayment(id)
    throw new StripeProblem(404, 'invalid_request_error', `Unrecognized request URL (${call})`)
  }

  getSession(id: string): StripeSession {
    const session = this.sessions.get(id)
    if (!session) throw notFound('checkout.session')
    return session
  }

  getPayment(id: string): StripePayment {
    const payment = this.payments.get(id)
    if (!payment) throw notFound('payment_intent')
    return payment
  }

  /** The buyer pays; `processing` is a bank debit that takes days. */
  pay(sessionId: string, status: StripePayment['status'] = 'succeeded'): StripePayment {
    const session = this.getSession(sessionId)
    if (session.status !== 'open') throw new Error(`The session is ${session.status}`)
    const payment: StripePayment = {
      id: newId('pi'),
      object: 'payment_intent',
      status,
      amount: session.amount_total,
      amount_received: status === 'succeeded' ? session.amount_total : 0,
      currency: session.currency,
      latest_charge: newId('ch'),
      last_payment_error: null,
      metadata: this.#paymentMetadata.get(sessionId) ?? {},
    }
    this.payments.set(payment.id, payment)
    const payment_status = status === 'succeeded' ? 'paid' : 'unpaid'
    Object.assign(session, { status: 'complete', payment_status, payment_intent: payment.id, url: null })
    return payment
  }

  /** The bank decides about a payment that was processing. */
  settle(sessionId: string, isPaid: boolean): void {
    const session = this.getSession(sessionId)
    const payment = this.getPayment(session.payment_intent ?? '')
    if (isPaid) {
      Object.assign(payment, { status: 'succeeded', amount_received: payment.amount })
      session.payment_status = 'paid'
    } else {
      const last_payment_error = { message: 'The account has insufficient funds.' }
      Object.assign(payment, { status: 'requires_payment_method', last_payment_error })
    }
  }

  getRefundedAmount(paymentId: string): number {
    const counted = this.refunds.filter((one) => one.payment_intent === paymentId && one.status !== 'failed')
    return counted.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** Also what an admin does in Stripe's own dashboard. */
  refund(paymentId: string, amount: number, metadata: Record<string, string> = {}): StripeRefund {
    const payment = this.getPayment(paymentId)
    if (payment.status !== 'succeeded') throw refused('This PaymentIntent does not have a successful charge to refund.')
    const left = payment.amount_received - this.getRefundedAmount(paymentId)
    if (left === 0) throw refused('Charge has already been refunded.', 'charge_already_refunded')
    if (amount > left) throw refused('Refund amount is greater than unrefunded amount on charge.')
    const refund: StripeRefund = {
      ...{ id: newId('re'), object: 'refund', amount, currency: payment.currency, payment_intent: paymentId },
      ...{ status: this.refundStatus, metadata },
      ...(this.refundStatus === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
    }
    this.refunds.push(refund)
    return refund
  }

  /** A webhook's body about a session. */
  sessionEvent(type: string, sessionId: string, changes: Partial<StripeSession> = {}) {
    return this.event(type, { ...this.getSession(sessionId), ...changes })
  }

  /** `charge.refunded` */
  refundEvent(paymentId: string, amountRefunded = this.getRefundedAmount(paymentId)) {
    const { latest_charge, amount, currency, metadata } = this.getPayment(paymentId)
    return this.event('charge.refunded', {
      ...{ id: latest_charge, object: 'charge', payment_intent: paymentId, amount, currency, metadata },
      ...{ amount_refunded: amountRefunded, refunded: amountRefunded === amount },
    })
  }

  /** `charge.dispute.created` or `charge.dispute.closed` of a payment's only dispute. */
  disputeEvent(type: string, paymentId: string, status: 'needs_response' | 'won' | 'lost') {
    const { latest_charge, amount, currency } = this.getPayment(paymentId)
    return this.event(type, {
      ...{ id: `dp_${paymentId}`, object: 'dispute', charge: latest_charge, payment_intent: paymentId },
      ...{ amount, currency, status, reason: 'fraudulent', metadata: {} },
    })
  }

  event(type: string, object: object) {
    return {
      ...{ id: newId('evt'), object: 'event', api_version: '2026-01-28', created: Math.floor(Date.now() / 1_000) },
      ...{ type, livemode: false, data: { object } },
    }
  }

  #createSession(form: URLSearchParams): StripeSession {
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
    const name = form.get('line_items[0][price_data][product_data][name]') ?? ''
    if (name === '' || name.length > 250) throw refused('Invalid string: must be at most 250 characters')
    const currency = form.get('line_items[0][price_data][currency]') ?? ''
    const expiresAt = Number(form.get('expires_at'))
    const minutes = (expiresAt * 1_000 - Date.now()) / 60_000
    if (!Number.isSafeInteger(amount) || amount < 50)
      throw refused('The amount must be at least 50 cents.', 'amount_too_small')
    if (!/^[a-z]{3}$/.test(currency)) throw refused('Invalid currency.')
    if (!(minutes >= 29.9 && minutes <= 24 * 60))
      throw refused('The expires_at timestamp must be between 30 minutes and 24 hours from Checkout Session creation.')
    const id = newId('cs_test')
    const session: StripeSession = {
      ...{ id, object: 'checkout.session', url: `https://checkout.stripe.com/c/pay/${id}`, status: 'open' },
      ...{ payment_status: 'unpaid', payment_intent: null, amount_total: amount, currency, livemode: false },
      client_reference_id: form.get('client_reference_id'),
      customer_email: form.get('customer_email'),
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      expires_at: expiresAt,
      metadata: readMap(form, 'metadata'),
    }
    this.sessions.set(id, session)
    this.productNames.set(id, name)
    this.#paymentMetadata.set(id, readMap(form, 'payment_intent_data[metadata]'))
    return session
  }

  #retrieveSession(id: string, input: URLSearchParams): object {
    const session = this.getSession(id)
    const isExpanded = input.get('expand[0]') === 'payment_intent' && session.payment_intent !== null
    return isExpanded ? { ...session, payment_intent: this.getPayment(session.payment_intent ?? '') } : session
  }

  #expireSession(id: string): StripeSession {
    const session = this.getSession(id)
    if (session.status !== 'open') throw refused('Only Checkout Sessions with a status in ["open"] can be expired.')
    return Object.assign(session, { status: 'expired', url: null })
  }

  #createRefund(form: URLSearchParams): StripeRefund {
    return this.refund(form.get('payment_intent') ?? '', Number(form.get('amount')), readMap(form, 'metadata'))
  }

  #listRefunds(input: URLSearchParams): object {
    const found = this.refunds.filter((one) => one.payment_intent === input.get('payment_intent'))
    return { object: 'list', data: found.toReversed(), has_more: false, url: '/v1/refunds' }
  }
}
