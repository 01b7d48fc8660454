import type { Db } from '#server/platform/db/connect.ts'
import { orderItems, orders } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'

let lastNumber = 0

const NEVER_PAID = ['pending', 'cancelled', 'expired']

type Values = Partial<typeof orders.$inferInsert>

/** An order of a course as it stands in the books, paid unless said otherwise, without an entitlement. */
export async function insertOrder(db: Db, userId: number, courseId: number, values: Values = {}) {
  const { status = 'paid', totalCents = 1000 } = values
  const order = at(
    await db
      .insert(orders)
      .values({
        // Apart from the numbers that createOrder gives.
        number: `TEST-${++lastNumber}`,
        userId,
        buyerName: 'Ada Lovelace',
        buyerEmail: 'ada@mail.example',
        currency: 'USD',
        ...{ taxRate: 0, taxIncluded: true },
        ...{ listCents: totalCents, discountCents: 0, couponCents: 0, taxCents: 0, totalCents },
        openKey: status === 'pending' ? `${userId}:${courseId}` : null,
        paidAt: NEVER_PAID.includes(status) ? null : new Date(),
        ...values,
        status,
      })
      .returning(),
  )
  const { listCents, discountCents, couponCents, taxCents } = order
  const amounts = { listCents, discountCents, couponCents, taxCents, totalCents }
  await db.insert(orderItems).values({ orderId: order.id, courseId, title: 'A course', ...amounts })
  return order
}
