import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentProviderName } from '#contract/choices.ts'

/** What a provider must know of an order to find its payment. */
export interface ProviderOrder {
  id: number
  /** Unique in all databases together with `createdAt`, because ids start at 1 again in a new database. */
  number: string
  createdAt: Date
  totalCents: number
  currency: string
  /** What `createCheckout` returned; null before it is stored. */
  checkoutReference: string | null
  /** Null before the payment. */
  paymentReference: string | null
}

export interface CheckoutOrder extends ProviderOrder {
  items: readonly { title: string; totalCents: number }[]
  /** Of an order for a whole path. */
  pathTitle: string | null
  buyerEmail: string
  expiresAt: Date
  /** Absolute: where the student waits for the result. */
  returnUrl: string
  /** Absolute: where the student goes without paying. */
  cancelUrl: string
}

export type PaymentStatus =
  | { state: 'open' | 'processing' }
  /** The checkout cannot be paid any more; a problem says that the payment failed for good. */
  | { state: 'ended'; problem?: string }
  | { state: 'failed'; problem: string }
  | { state: 'paid'; paymentReference: string; amountCents: number; currency: string }

export interface PaymentEvent {
  id: string
  type: string
  orderId: number
  change:
    | PaymentStatus
    /** With the provider's name for the dispute. */
    | { state: 'disputed' | 'dispute_won' | 'dispute_lost'; disputeReference: string }
    /** All that the provider has refunded of this order so far; without a currency it is the order's. */
    | { state: 'refunded'; refundedCents: number; currency?: string }
}

/** An event about an order that is not in this database: it is of another site, or was lost in a restore. */
export interface UnknownOrderEvent {
  id: string
  type: string
  orderId: null
  orderNumber: string
}

/**
 * Takes payments. Never called inside a transaction: it may ask another server. What it answers wins over what the
 * browser says.
 */
export interface PaymentProvider {
  readonly name: PaymentProviderName
  /** False for the built-in test service, and for Stripe with test keys. */
  readonly takesMoney: boolean
  /**
   * Idempotent by order: a second call gives the same checkout. The address may be a path of this site. Throws
   * amount_too_small.
   */
  createCheckout(order: CheckoutOrder): Promise<{ reference: string; url: string | null }>
  getStatus(order: ProviderOrder): Promise<PaymentStatus>
  /** Idempotent by refund id. Throws when the provider refuses or does not answer. */
  refund(refund: {
    order: ProviderOrder
    refundId: number
    amountCents: number
  }): Promise<{ status: 'succeeded' | 'pending'; reference: string }>
  /** Ends an open checkout, so that nobody pays a cancelled order; returns how it stands then. */
  endCheckout(order: ProviderOrder): Promise<PaymentStatus>
  /** Whether the checkout is of test keys and the settings have live ones: it counts as ended, and a refund as made. */
  isTestCheckout?(checkoutReference: string | null): boolean
  /** Throws bad_signature; null for an event that does not concern us. */
  parseWebhook?(body: Buffer, headers: IncomingHttpHeaders): Promise<PaymentEvent | UnknownOrderEvent | null>
}

export interface Payments {
  /** In the order in which they are offered; empty when prices are shown but not charged. */
  providers: readonly PaymentProvider[]
  /** Of an order, which may be older than the settings. Throws not_configured. */
  getProvider(name: PaymentProviderName): PaymentProvider
  /** ISO 4217. */
  currency: string
  /** In hundredths of a percent. */
  taxRate: number
  /** True when prices contain the tax. */
  taxIncluded: boolean
  /** Name, address and tax id, one line each, for new orders. */
  seller: readonly string[]
  /** How to pay a manual order. */
  instructions: string
}
