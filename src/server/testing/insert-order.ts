import type { Db } from '#server/platform/db/connect.ts'
import { orderItems, orders } from '#server/platform/db/schema.ts'

let lastNumber = 0

interface TestOrder extends Partial<typeof orders.$inferInsert> {
  user: { id: number; firstName: string; lastName: string; email: string }
  course: { id: number; title: string }
}

/** An order as it stands in the books, for what only reads them: without entitlement, payment or timeline. */
export async function insertOrder(db: Db, { user, course, ...values }: TestOrder) {
  const number = ++lastNumber
  const cents = values.totalCents ?? 6_000
  const status = values.status ?? 'paid'
  const amounts = { listCents: cents, discountCents: 0, couponCents: 0, taxCents: 0, totalCents: cents }
  const [row] = await db
    .insert(orders)
    .values({
      number: `2020-${String(number).padStart(6, '0')}`,
      userId: user.id,
      buyerName: `${user.firstName} ${user.lastName}`,
      buyerEmail: user.email,
      currency: 'USD',
      taxRate: 0,
      taxIncluded: true,
      provider: 'test',
      openKey: status === 'pending' ? `${user.id}:${course.id}` : null,
      paidAt: ['pending', 'cancelled', 'expired'].includes(status) ? null : new Date(),
      ...amounts,
      ...values,
      status,
    })
    .returning()
  if (!row) throw new Error('The order was not added')
  const { listCents, discountCents, couponCents, taxCents, totalCents } = row
  await db.insert(orderItems).values({
    ...{ orderId: row.id, courseId: course.id, title: course.title },
    ...{ listCents, discountCents, couponCents, taxCents, totalCents },
  })
  return row
}
