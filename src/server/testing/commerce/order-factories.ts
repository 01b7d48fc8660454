import type { CheckoutOrder } from '#server/platform/payments/provider.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { orderItems, orders, refunds } from '#server/platform/db/schema.ts'

type OrderValues = Partial<typeof orders.$inferInsert>
type OrderRow = typeof orders.$inferSelect

let lastNumber = 0

/** An order for one course, without the product's own checkout. By default it costs 60.00 and is pending. */
export async function addOrder(
  db: Db,
  { userId, course, ...values }: OrderValues & { userId: number; course: { id: number; title: string } },
): Promise<OrderRow> {
  const { totalCents = 6_000, listCents = totalCents, status = 'pending', discountCents = 0, couponCents = 0 } = values
  const amounts = { listCents, discountCents, couponCents, taxCents: values.taxCents ?? 0, totalCents }
  const [order] = await db
    .insert(orders)
    .values({
      number: `2026-${String(++lastNumber).padStart(6, '0')}`,
      userId,
      buyerName: 'Ada Lovelace',
      buyerEmail: 'ada@mail.example',
      currency: 'USD',
      taxRate: 0,
      taxIncluded: true,
      expiresAt: new Date(Date.now() + 2 * 3_600_000),
      openKey: status === 'pending' ? `${userId}:${course.id}` : null,
      ...values,
      ...{ ...amounts, status },
    })
    .returning()
  if (!order) throw new Error('The order was not created')
  await db.insert(orderItems).values({ orderId: order.id, courseId: course.id, title: course.title, ...amounts })
  return order
}

export async function addRefund(db: Db, values: typeof refunds.$inferInsert) {
  const [refund] = await db.insert(refunds).values(values).returning()
  if (!refund) throw new Error('The refund was not created')
  return refund
}

export const toCheckoutOrder = (order: OrderRow): CheckoutOrder => ({
  ...order,
  items: [{ title: 'Course', totalCents: order.totalCents }],
  expiresAt: order.expiresAt ?? new Date(),
  returnUrl: `http://localhost:3000/student/purchases/${order.id}`,
  cancelUrl: 'http://localhost:3000/student/checkout/1',
})
