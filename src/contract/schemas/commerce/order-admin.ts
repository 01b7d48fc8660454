import * as z from 'zod/mini'
import { ORDER_FILTERS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import { id, instant, page, search, singleLineText } from '#contract/schemas/fields.ts'
import { order, reason } from './orders.ts'

export const getOrders = defineEndpoint({
  summary: 'Lists all orders, newest first. Searches number, name, email and course.',
  input: z.object({
    page,
    search_text: search,
    select_data: z._default(z.enum(ORDER_FILTERS, { error: 'Unknown filter' }), ''),
  }),
  output: z.array(order),
  nextPage: z.nullable(z.int()),
})

export const orderEvent = z.object({
  date: instant,
  /** One sentence. */
  text: z.string(),
  /** The email of who did it; null for the system and the payment service. */
  by: z.nullable(z.string()),
})
export type OrderEvent = z.infer<typeof orderEvent>

export const getOrderEvents = defineEndpoint({
  summary: 'Returns what has happened to an order, oldest first.',
  input: z.object({ order_id: id }),
  output: z.array(orderEvent),
})

export const markOrderPaid = defineEndpoint({
  summary: 'Notes that a manual order was paid, and opens the course.',
  input: z.object({ order_id: id, reference: singleLineText('A reference', { max: LIMITS.paymentReference }) }),
  output: order,
})

export const markRefundSent = defineEndpoint({
  summary: 'Notes that the money of a manual order’s refunds was sent back.',
  input: z.object({
    order_id: id,
    /** What was sent, which must be the order’s `refund_to_send`. */
    amount: z.number({ error: 'The amount must be a number' }),
  }),
  output: order,
})

export const resendReceipt = defineEndpoint({
  summary: 'Sends the receipt of a paid order again.',
  input: z.object({ order_id: id }),
  output: z.string(),
})

export const grantAccess = defineEndpoint({
  summary: 'Opens a course for a student.',
  input: z.object({ student_id: id, course_id: id, reason }),
  output: z.string(),
})

export const revokeAccess = defineEndpoint({
  summary: 'Closes a course for a student. Progress is kept.',
  input: z.object({ student_id: id, course_id: id, reason }),
  output: z.string(),
})
