import * as z from 'zod/mini'
import { ORDER_STATUSES, PAYMENT_PROVIDERS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import { couponCode } from './coupons.ts'
import { course } from '#contract/schemas/courses.ts'
import { path } from '#contract/schemas/learning/paths.ts'
import { id, instant, page, singleLineText } from '#contract/schemas/fields.ts'
import { getPaymentSettings } from './payments.ts'

// Money is dollars (or the site's currency) with at most two decimals, as in every call.

export const reason = singleLineText('A reason', { max: LIMITS.reason })
const amount = z.number({ error: 'An amount must be a number' }).check(
  z.positive({ error: 'An amount must be more than 0' }),
  z.maximum(LIMITS.price, { error: `An amount can be at most ${LIMITS.price}` }),
  z.refine((value) => Number(value.toFixed(2)) === value, { error: 'An amount can have at most two decimals' }),
)

export const order = z.object({
  order_id: z.int(),
  /** Such as `2026-000123`: without gaps in each year. */
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** ISO 4217. */
  currency: z.string(),
  list_price: z.number(),
  /** The course's own discount. */
  discount: z.number(),
  /** What the coupon takes off. */
  coupon: z.number(),
  coupon_code: z.nullable(z.string()),
  /** Part of the total, whether prices include it or not. */
  tax: z.number(),
  /** In percent. */
  tax_rate: z.number(),
  tax_included: z.boolean(),
  total: z.number(),
  /** Refunded so far. */
  refunded: z.number(),
  /** Null when there was nothing to pay. */
  provider: z.nullable(z.enum(PAYMENT_PROVIDERS)),
  /** Where to pay; null unless the order is pending. */
  checkout_url: z.nullable(z.string()),
  /** How to pay a manual order. */
  instructions: z.nullable(z.string()),
  /** True while a payment is on its way: paid, but not settled. */
  processing: z.boolean(),
  /** Why the last attempt to pay failed, as a sentence; null after a success. */
  problem: z.nullable(z.string()),
  created_date: instant,
  /** When a pending order ends by itself. */
  expires_date: z.nullable(instant),
  paid_date: z.nullable(instant),
  refunded_date: z.nullable(instant),
  /** Until when the student can take a full refund; null when that is not possible. */
  refundable_until: z.nullable(instant),
  /** When a full refund was asked for that waits for an admin or for the payment service. */
  refund_requested_date: z.nullable(instant),
  /** What can be refunded: neither refunded nor on its way back. 0 unless the order is paid or partially refunded. */
  refundable: z.number(),
  /** True while a refund waits for the payment service, which is asked again by itself. */
  refund_pending: z.boolean(),
  /** What was refunded of a manual order and waits for an admin to send it; 0 for other orders. */
  refund_to_send: z.number(),
  /** When an admin sent the money of a manual order's refunds; null while some of it was not sent. */
  refund_sent_date: z.nullable(instant),
  /** Whether the student can open what was ordered, or any course of it, by this order or otherwise. */
  access_open: z.boolean(),
  /** Whether the course, or the path as it is now, is offered and the student can’t open all of it. */
  can_buy_again: z.boolean(),
  /** Of an order for a whole path; null for a course. */
  path_id: z.nullable(z.int()),
  path_title: z.nullable(z.string()),
  /** As they were when the order was made. Of a path, its courses that the student did not have. */
  items: z.array(z.object({ course_id: z.int(), title: z.string(), price: z.number() })),
  buyer: z.object({
    /** Null after the account was deleted. */
    student_id: z.nullable(z.int()),
    name: z.string(),
    email: z.string(),
  }),
})
export type Order = z.infer<typeof order>

export const quote = z.object({
  list_price: z.number(),
  discount: z.number(),
  coupon: z.number(),
  tax: z.number(),
  total: z.number(),
})
export type Quote = z.infer<typeof quote>

/** What is ordered: a course or a path. */
const subject = { course_id: z.optional(id), path_id: z.optional(id) }
const hasOneSubject = () =>
  z.refine<{ course_id?: number | undefined; path_id?: number | undefined }>(
    ({ course_id, path_id }) => (course_id === undefined) !== (path_id === undefined),
    { error: 'Name a course or a path' },
  )

export const checkCoupon = defineEndpoint({
  summary: 'Returns the price of a course or a path with a coupon, or says why the coupon is not valid.',
  input: z.object({ ...subject, code: couponCode }).check(hasOneSubject()),
  output: quote,
})

export const getCheckout = defineEndpoint({
  summary: 'Returns what a course or a path costs the student, and the open order for it, if there is one.',
  input: z.object(subject).check(hasOneSubject()),
  output: z.object({
    /** Null for a path. */
    course: z.nullable(
      z.pick(course, { course_id: true, title: true, image_url: true, category: true, lessons: true }),
    ),
    /** Null for a course. */
    path: z.nullable(z.pick(path, { path_id: true, title: true, image_url: true, courses: true })),
    /** What is charged. The price of a path is split over its courses, and the shares of owned ones are taken off. */
    items: z.array(z.object({ course_id: z.int(), title: z.string(), price: z.number() })),
    /** True when the student can open everything already. */
    owned: z.boolean(),
    quote,
    settings: getPaymentSettings.output,
    open_order: z.nullable(order),
  }),
})
export type Checkout = z.infer<typeof getCheckout.output>

export const createOrder = defineEndpoint({
  summary: 'Orders a course or a path, or returns the open order for it. A total of 0 is paid at once.',
  input: z
    .object({
      ...subject,
      coupon: z.optional(couponCode),
      provider: z.optional(z.enum(PAYMENT_PROVIDERS, { error: 'Unknown payment method' })),
      /** The total that the student has seen. Another one answers `price_changed`. */
      total: z.optional(z.number({ error: 'The total must be a number' })),
    })
    .check(hasOneSubject()),
  output: order,
})

export const getOrder = defineEndpoint({
  summary: 'Returns one of your orders; an admin can read any.',
  input: z.object({ order_id: id }),
  output: order,
})

export const getMyOrders = defineEndpoint({
  summary: 'Lists your orders, newest first.',
  input: z.object({ page }),
  output: z.array(order),
  nextPage: z.nullable(z.int()),
})

export const payTestOrder = defineEndpoint({
  summary: 'Pays a test order with a test card.',
  input: z.object({
    order_id: id,
    card: z.enum(['4242424242424242', '4000000000000002', '4000000000009995', '4000002500003155', '4000000000000077'], {
      error: 'Use one of the test cards',
    }),
    /** The bank's question, which 4000 0025 0000 3155 asks. */
    confirmed: z.optional(z.boolean()),
  }),
  output: order,
})

export const settleTestOrder = defineEndpoint({
  summary: 'Settles a test payment that is on its way, without waiting.',
  input: z.object({ order_id: id }),
  output: order,
})

export const cancelOrder = defineEndpoint({
  summary: 'Cancels a pending order.',
  input: z.object({ order_id: id, reason: z.optional(reason) }),
  output: order,
})

export const refundOrder = defineEndpoint({
  summary: 'Refunds an order: in full within 30 days by its owner, in part or later by an admin.',
  input: z.object({
    order_id: id,
    /** Required of an admin. */
    reason: z.optional(reason),
    /** For admins; the whole rest without it. */
    amount: z.optional(amount),
    /** The order’s `refundable` that was shown. When it is another one by now, nothing is refunded: `order_state`. */
    refundable: z.optional(z.number({ error: 'What can be refunded must be a number' })),
    /** Whether the owner's review stays, marked “Refunded”. */
    review: z._default(z.enum(['keep', 'remove']), 'keep'),
  }),
  output: order,
})
