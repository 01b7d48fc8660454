import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { COUPON_KINDS, ORDER_STATUSES, PAYMENT_PROVIDERS } from '#contract/choices.ts'
import { users } from './accounts.ts'
import { id, instant, now } from './columns.ts'
import { courses } from './courses.ts'
import { learningPaths } from './paths.ts'

/** Of an order, and of each of its items. */
const amounts = () => ({
  listCents: integer('list_cents').notNull(),
  discountCents: integer('discount_cents').notNull(),
  couponCents: integer('coupon_cents').notNull(),
  taxCents: integer('tax_cents').notNull(),
  totalCents: integer('total_cents').notNull(),
})

/** The last number given in each year. Its row is locked while an order is made, so that there are no gaps. */
export const orderNumbers = pgTable('order_numbers', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

export const coupons = pgTable(
  'coupons',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    /** In capitals. */
    code: varchar('code', { length: 40 }).notNull(),
    kind: text('kind', { enum: COUPON_KINDS }).notNull(),
    /** Hundredths of a percent, or cents. */
    value: integer('value').notNull(),
    /** Empty: every course. */
    courseIds: bigint('course_ids', { mode: 'number' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    maxUses: integer('max_uses'),
    maxPerStudent: integer('max_per_student'),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [uniqueIndex('coupons_code').on(t.code)],
)

/** Amounts are cents, and snapshots: nothing is computed again after the order is made. */
export const orders = pgTable(
  'orders',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    number: varchar('number', { length: 20 }).notNull(),
    /** Null after the account was deleted. */
    userId: id('user_id').references(() => users.id, { onDelete: 'set null' }),
    buyerName: varchar('buyer_name', { length: 161 }).notNull(),
    buyerEmail: varchar('buyer_email', { length: 254 }).notNull(),
    /** Who sold it, line by line, as the receipt prints it. */
    seller: text('seller')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Set when a whole path was bought: the items are its courses. */
    pathId: id('path_id').references(() => learningPaths.id),
    pathTitle: varchar('path_title', { length: 200 }),
    status: text('status', { enum: ORDER_STATUSES }).notNull().default('pending'),
    currency: varchar('currency', { length: 3 }).notNull(),
    ...amounts(),
    /** The sum of the refunds that succeeded. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Hundredths of a percent. */
    taxRate: integer('tax_rate').notNull(),
    taxIncluded: boolean('tax_included').notNull(),
    couponId: id('coupon_id').references(() => coupons.id),
    couponCode: varchar('coupon_code', { length: 40 }),
    /** Null when there was nothing to pay. */
    provider: text('provider', { enum: PAYMENT_PROVIDERS }),
    /** The provider's name for the checkout, such as a Checkout Session's id; null until it is made. */
    checkoutReference: text('checkout_reference'),
    checkoutUrl: text('checkout_url'),
    /** The provider's name for the payment, such as a PaymentIntent's id or what an admin noted; null until paid. */
    paymentReference: text('payment_reference'),
    /** `user:course` while the order is pending, so that nobody has two open orders for a course. */
    openKey: varchar('open_key', { length: 40 }),
    isProcessing: boolean('is_processing').notNull().default(false),
    /** Why the last attempt to pay failed, or what was paid that the order does not take (payment-problem.ts). */
    problem: varchar('problem', { length: 300 }),
    createdAt: instant('created_at').notNull().default(now),
    expiresAt: instant('expires_at'),
    paidAt: instant('paid_at'),
    refundedAt: instant('refunded_at'),
    refundRequestedAt: instant('refund_requested_at'),
    /** The student's choice with a request that an admin decides about. */
    removesReview: boolean('removes_review').notNull().default(false),
    /** The refund of a lost dispute is the bank's. */
    disputedAt: instant('disputed_at'),
    /** The provider's name for the dispute; null also for disputes of versions that did not store it. */
    disputeReference: text('dispute_reference'),
    /** When the provider was last asked. */
    checkedAt: instant('checked_at'),
  },
  (t) => [
    uniqueIndex('orders_number').on(t.number),
    uniqueIndex('orders_open').on(t.openKey),
    uniqueIndex('orders_checkout').on(t.provider, t.checkoutReference),
    index('orders_user').on(t.userId, t.id),
    index('orders_status').on(t.status, t.id),
    index('orders_paid').on(t.paidAt),
    index('orders_coupon').on(t.couponId, t.userId),
    index('orders_refund_requested')
      .on(t.id)
      .where(sql`${t.refundRequestedAt} is not null`),
    index('orders_search').using(
      'gin',
      sql`(${t.number} || ' ' || ${t.buyerName} || ' ' || ${t.buyerEmail}) gin_trgm_ops`,
    ),
    check(
      'orders_total',
      sql`${t.totalCents} = ${t.listCents} - ${t.discountCents} - ${t.couponCents} + case when ${t.taxIncluded} then 0 else ${t.taxCents} end`,
    ),
    check(
      'orders_amounts',
      sql`least(${t.listCents}, ${t.discountCents}, ${t.couponCents}, ${t.taxCents}, ${t.totalCents}) >= 0`,
    ),
    check('orders_refunded', sql`${t.refundedCents} between 0 and ${t.totalCents}`),
    check('orders_open_key', sql`(${t.openKey} is not null) = (${t.status} = 'pending')`),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    courseId: id('course_id')
      .notNull()
      .references(() => courses.id),
    title: varchar('title', { length: 200 }).notNull(),
    ...amounts(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.courseId] }), index('order_items_course').on(t.courseId)],
)

export const refunds = pgTable(
  'refunds',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    amountCents: integer('amount_cents').notNull(),
    reason: varchar('reason', { length: 300 }).notNull().default(''),
    /** The email of who asked for it. */
    requestedBy: varchar('requested_by', { length: 254 }).notNull(),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] })
      .notNull()
      .default('pending'),
    /** The provider's name for it. */
    reference: text('reference'),
    createdAt: instant('created_at').notNull().default(now),
    /** Moved before each attempt, so that only one process makes it. */
    nextTryAt: instant('next_try_at').notNull().default(now),
    tries: integer('tries').notNull().default(0),
    doneAt: instant('done_at'),
    /** When an admin sent the money of a manual order's refund. */
    sentAt: instant('sent_at'),
  },
  (t) => [
    index('refunds_order').on(t.orderId),
    index('refunds_next_try')
      .on(t.nextTryAt)
      .where(sql`${t.status} = 'pending'`),
    index('refunds_done').on(t.doneAt),
    check('refunds_amount', sql`${t.amountCents} > 0`),
  ],
)

/** What payment services have told. An event is stored once, so a second delivery changes nothing. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text('provider', { enum: PAYMENT_PROVIDERS }).notNull(),
    eventId: text('event_id').notNull(),
    orderId: id('order_id').references(() => orders.id),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull().default(now),
    /** Null when it named no order of this provider. */
    processedAt: instant('processed_at'),
  },
  (t) => [primaryKey({ columns: [t.provider, t.eventId] }), index('payment_events_order').on(t.orderId)],
)

/** The timeline of an order. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    createdAt: instant('created_at').notNull().default(now),
    text: varchar('text', { length: 500 }).notNull(),
    /** The email of who did it; null for the system and the payment service. */
    byEmail: varchar('by_email', { length: 254 }),
  },
  (t) => [index('order_events_order').on(t.orderId, t.id)],
)

/** The books of the built-in test payment service, apart from the orders as a real one's are. */
export const testPayments = pgTable('test_payments', {
  reference: text('reference').primaryKey(),
  orderId: id('order_id')
    .notNull()
    .references(() => orders.id),
  amountCents: integer('amount_cents').notNull(),
  status: text('status', { enum: ['open', 'processing', 'paid', 'expired'] })
    .notNull()
    .default('open'),
  /** When a payment that is on its way settles. */
  settlesAt: instant('settles_at'),
  /** The ids of the refunds, so that none is made twice. */
  refundIds: bigint('refund_ids', { mode: 'number' })
    .array()
    .notNull()
    .default(sql`'{}'`),
  refundedCents: integer('refunded_cents').notNull().default(0),
})
