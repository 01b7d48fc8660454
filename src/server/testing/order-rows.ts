import type { Db } from '#server/platform/db/connect.ts'
import { orderItems, orders } from '#server/platform/db/schema.ts'
import { at } from './at.ts'

let lastNumber = 0

/** A paid order of a course, without an entitlement. */
export async function insertOrder(
  db: Db,
  userId: number,
  courseId: number,
  values: Partial<typeof orders.$inferInsert> = {},
) {
  const amounts = { listCents: 1000, discountCents: 0, couponCents: 0, taxCents: 0, totalCents: 1000 }
  const order = at(
    await db
      .insert(orders)
      .values({
        // Apart from the numbers that createOrder gives.
        number: `TEST-${++lastNumber}`,
        userId,
        buyerName: 'Ada Lovelace',
        buyerEmail: 'ada@mail.example',
        status: 'paid',
        currency: 'USD',
        taxRate: 0,
        taxIncluded: true,
        ...amounts,
        ...values,
      })
      .returning(),
  )
  await db.insert(orderItems).values({ orderId: order.id, courseId, title: 'A course', ...amounts })
  return order
}
