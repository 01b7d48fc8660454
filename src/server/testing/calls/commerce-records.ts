import { enrollments, entitlements, type orders, refunds, testPayments } from '#server/platform/db/schema.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { makeCoupon, PRICED } from '#server/testing/commerce/orders.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { PRIVATE_TEXT, type RecordStore } from './owner.ts'

type OrderState = 'open test' | 'processing test' | 'open manual' | 'refunded manual' | 'paid'

const ORDERS: Record<OrderState, Partial<typeof orders.$inferInsert>> = {
  'open test': { status: 'pending', provider: 'test' },
  'processing test': { status: 'pending', provider: 'test', isProcessing: true },
  'open manual': { status: 'pending', provider: 'manual' },
  'refunded manual': { status: 'refunded', provider: 'manual', refundedCents: 1000 },
  paid: { status: 'paid', provider: 'test' },
}
const PAYMENTS: Partial<Record<OrderState, 'open' | 'processing' | 'paid'>> = {
  ...{ 'open test': 'open', 'processing test': 'processing', paid: 'paid' },
}

export function createCommerceRecords(t: RecordStore, owner: SignedInUser) {
  const { db } = t

  /** Of a course of its own. Returns the order's id. */
  async function order(state: OrderState): Promise<number> {
    const { id: courseId } = await t.make.course(PRICED)
    const { id } = await insertOrder(db, owner.id, courseId, {
      ...{ ...ORDERS[state], buyerEmail: owner.email, expiresAt: new Date(Date.now() + 3_600_000) },
      problem: PRIVATE_TEXT,
    })
    const payment = PAYMENTS[state]
    if (payment) {
      const values = { reference: `test-${id}`, orderId: id, amountCents: 1000 }
      await db.insert(testPayments).values({ ...values, status: payment })
    }
    if (state === 'paid') {
      await db.insert(enrollments).values({ userId: owner.id, courseId })
      await db.insert(entitlements).values({ userId: owner.id, courseId, source: 'order', orderId: id })
    }
    return id
  }

  return {
    order,
    /** Of a paid order. Returns the order's id. */
    async refundedOrder(): Promise<number> {
      const orderId = await order('paid')
      await db.insert(refunds).values({ orderId, amountCents: 100, requestedBy: owner.email, reason: PRIVATE_TEXT })
      return orderId
    },
    /** Of a manual order whose money was not sent back. Returns the order's id. */
    async unsentRefund(): Promise<number> {
      const orderId = await order('refunded manual')
      await db.insert(refunds).values({ orderId, amountCents: 1000, requestedBy: owner.email, status: 'succeeded' })
      return orderId
    },
    /** For $60 instead of $100. The owner does not have it. */
    pricedCourse: async () => (await t.make.course(PRICED)).id,
    /** 25 % off every course, for as many students as want it. */
    coupon: () => makeCoupon(t, { maxPerStudent: null }),
  }
}
