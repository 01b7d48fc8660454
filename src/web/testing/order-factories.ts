import { toCents } from '#contract/money.ts'
import type { Checkout, Order, Quote } from '#contract/schemas/commerce/orders.ts'

// Answers of the server about orders, with default values.

export const buildQuote = (values: Partial<Quote> = {}): Quote => ({
  list_price: 80,
  discount: 20,
  coupon: 0,
  tax: 0,
  total: 60,
  ...values,
})

export const buildCheckout = (values: Partial<Checkout> = {}): Checkout => ({
  course: {
    course_id: 41,
    title: 'Database Management from first principles',
    image_url: '',
    category: 'Database Management Systems',
    lessons: 2,
  },
  path: null,
  items: [{ course_id: 41, title: 'Database Management from first principles', price: 60 }],
  owned: false,
  quote: buildQuote(),
  settings: { providers: ['test'], currency: 'USD', tax_rate: 0, tax_included: true },
  open_order: null,
  ...values,
})

/** An order that waits for the payment. */
export const buildOrder = (values: Partial<Order> = {}): Order => ({
  order_id: 501,
  number: '2026-000123',
  status: 'pending',
  currency: 'USD',
  ...buildQuote(),
  coupon_code: null,
  tax_rate: 0,
  tax_included: true,
  refunded: 0,
  provider: 'test',
  checkout_url: '/student/purchases/501/pay',
  instructions: null,
  processing: false,
  problem: null,
  created_date: '2026-11-20T09:30:00.000Z',
  expires_date: null,
  paid_date: null,
  refunded_date: null,
  refundable_until: null,
  refund_requested_date: null,
  refundable: 0,
  refund_pending: false,
  refund_to_send: 0,
  refund_sent_date: null,
  access_open: false,
  can_buy_again: true,
  path_id: null,
  path_title: null,
  items: [{ course_id: 41, title: 'Database Management from first principles', price: 60 }],
  buyer: { student_id: 7, name: 'Mara Ilves', email: 'mara@mail.example' },
  ...values,
})

const OPEN_STATUSES: Order['status'][] = ['paid', 'partially_refunded']

/** An order that was paid long enough ago to be looked at, not returned from. */
export const buildPaidOrder = (values: Partial<Order> = {}): Order => {
  const isOpen = OPEN_STATUSES.includes(values.status ?? 'paid')
  const { total = 60, refunded = 0 } = values
  return buildOrder({
    status: 'paid',
    checkout_url: null,
    paid_date: '2026-11-20T09:31:00.000Z',
    access_open: isOpen,
    refundable: isOpen ? (toCents(total) - toCents(refunded)) / 100 : 0,
    refundable_until: new Date(Date.now() + 9.5 * 86_400_000).toISOString(),
    ...values,
  })
}
