import { and, eq, inArray, lte, not, sql } from 'drizzle-orm'
import { testPaymentPath } from '#contract/paths/record-paths.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { testPayments } from '#server/platform/db/schema.ts'
import type { PaymentProvider, PaymentStatus, ProviderOrder } from '#server/platform/payments/provider.ts'

export const TEST_SETTLE_SECONDS = 10

/** The built-in payment service. Its books are its own, so that orders are tested as with a real one. */
export function createTestProvider(db: Db): PaymentProvider {
  return {
    name: 'test',
    takesMoney: false,
    async createCheckout({ id, totalCents }) {
      const reference = toReference(id)
      await db.insert(testPayments).values({ reference, orderId: id, amountCents: totalCents }).onConflictDoNothing()
      return { reference, url: testPaymentPath({ order_id: id }) }
    },
    async getStatus(order) {
      await settleDueTestPayments(db)
      return readStatus(db, order)
    },
    async refund({ order, refundId, amountCents }) {
      const reference = toReference(order.id)
      await db
        .update(testPayments)
        .set({
          refundIds: sql`${testPayments.refundIds} || ${refundId}::bigint`,
          refundedCents: sql`${testPayments.refundedCents} + ${amountCents}`,
        })
        .where(
          and(
            eq(testPayments.reference, reference),
            eq(testPayments.status, 'paid'),
            not(sql`${refundId} = any(${testPayments.refundIds})`),
            lte(sql`${testPayments.refundedCents} + ${amountCents}`, testPayments.amountCents),
          ),
        )
      const [payment] = await db.select().from(testPayments).where(eq(testPayments.reference, reference))
      if (!payment?.refundIds.includes(refundId)) throw new Error('The test payment cannot be refunded')
      return { status: 'succeeded', reference: `${reference}-refund-${refundId}` }
    },
    async endCheckout(order) {
      await db
        .update(testPayments)
        .set({ status: 'expired' })
        .where(and(eq(testPayments.reference, toReference(order.id)), eq(testPayments.status, 'open')))
      return readStatus(db, order)
    },
  }
}

/** Pays an open test payment. False when it is not open any more. */
export async function payTestPayment(db: Db, orderId: number, status: 'paid' | 'processing'): Promise<boolean> {
  const paid = await db
    .update(testPayments)
    .set({
      status,
      ...(status === 'processing' && { settlesAt: sql`now() + make_interval(secs => ${TEST_SETTLE_SECONDS})` }),
    })
    .where(and(eq(testPayments.reference, toReference(orderId)), eq(testPayments.status, 'open')))
    .returning({ reference: testPayments.reference })
  return paid.length > 0
}

/** Settles a test payment that is on its way, without waiting. */
export async function settleTestPayment(db: Db, orderId: number): Promise<void> {
  await db
    .update(testPayments)
    .set({ status: 'paid' })
    .where(and(eq(testPayments.reference, toReference(orderId)), inArray(testPayments.status, ['processing'])))
}

async function settleDueTestPayments(db: Db): Promise<void> {
  await db
    .update(testPayments)
    .set({ status: 'paid' })
    .where(and(eq(testPayments.status, 'processing'), lte(testPayments.settlesAt, sql`now()`)))
}

async function readStatus(db: Db, { id, currency }: ProviderOrder): Promise<PaymentStatus> {
  const [payment] = await db
    .select()
    .from(testPayments)
    .where(eq(testPayments.reference, toReference(id)))
  if (payment?.status === 'paid')
    return { state: 'paid', paymentReference: payment.reference, amountCents: payment.amountCents, currency }
  if (payment?.status === 'processing' || payment?.status === 'open') return { state: payment.status }
  return { state: 'ended' }
}

const toReference = (orderId: number) => `test-${orderId}`
