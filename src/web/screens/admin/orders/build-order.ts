import type { Order } from '#contract/schemas/orders.ts'

/** An order for tests: paid, with nothing refunded. */
export const buildOrder = (values: Partial<Order> = {}): Order => ({
  ...{ order_id: 501, number: '2026-000501', status: 'paid', currency: 'USD' },
  ...{ list_price: 80, discount: 20, coupon: 0, coupon_code: null, total: 60, refunded: 0 },
  ...{ tax: 0, tax_rate: 0, tax_included: true },
  ...{ provider: 'test', checkout_url: null, instructions: null, processing: false, problem: null },
  ...{ created_date: '2026-11-20T09:30:00.000Z', expires_date: null, paid_date: '2026-11-20T09:31:00.000Z' },
  ...{ refunded_date: null, refundable_until: '2026-12-20T09:31:00.000Z', refund_requested_date: null },
  refund_pending: false,
  items: [{ course_id: 41, title: 'Databases', price: 60 }],
  buyer: { student_id: 7, name: 'Mara Ilves', email: 'mara@mail.example' },
  ...values,
})
