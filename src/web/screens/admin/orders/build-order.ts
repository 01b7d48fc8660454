import type { Order } from '#contract/schemas/commerce/orders.ts'
import { buildPaidOrder } from '#web/testing/order-factories.ts'

/** A paid order for the tests of the panel. */
export const buildOrder = (values: Partial<Order> = {}): Order =>
  buildPaidOrder({
    number: '2026-000501',
    refundable_until: '2026-12-20T09:31:00.000Z',
    items: [{ course_id: 41, title: 'Databases', price: 60 }],
    ...values,
  })
