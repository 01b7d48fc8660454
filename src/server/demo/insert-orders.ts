import { and, eq, inArray } from 'drizzle-orm'
import { REFUNDS_A_YEAR } from '#contract/limits.ts'
import { formatMoney, toDollars } from '#contract/money.ts'
import type { Env } from '#server/env.ts'
import { updateAccess } from '#server/features/access/update-access.ts'
import { toOpenKey } from '#server/features/orders/checkout/coupon-rules.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import {
  enrollments,
  entitlements,
  lessonProgress,
  lessons,
  orderEvents,
  orderItems,
  orderNumbers,
  orders,
  refunds,
  testPayments,
} from '#server/platform/db/schema.ts'
import type { PlannedOrder } from './plan-orders.ts'

type OrderRow = typeof orders.$inferSelect

const MANUAL_DAYS = 14
const DAY_MS = 86_400_000

export async function insertOrders(
  tx: Tx,
  planned: readonly PlannedOrder[],
  { payments, adminEmail }: Pick<Env, 'payments' | 'adminEmail'>,
): Promise<void> {
  const rows = await insertRows(tx, planned, payments)
  for (const [index, row] of rows.entries()) {
    const plan = planned[index]
    if (plan) await insertRest(tx, row, plan, adminEmail)
  }
}

/** In the order of their numbers, which have no gaps in a year. */
async function insertRows(tx: Tx, planned: readonly PlannedOrder[], payments: Env['payments']): Promise<OrderRow[]> {
  const last = new Map<number, number>()
  const values = planned.map(({ buyer, course, amounts, refund, coupon, ...plan }) => {
    const year = plan.createdAt.getUTCFullYear()
    const number = (last.get(year) ?? 0) + 1
    last.set(year, number)
    const isOpen = plan.status === 'pending'
    return {
      ...plan,
      ...amounts,
      number: `${year}-${String(number).padStart(6, '0')}`,
      ...{ userId: buyer.userId, buyerName: buyer.name, buyerEmail: buyer.email },
      ...{ currency: payments.currency, taxRate: payments.taxRate, taxIncluded: payments.taxIncluded },
      ...{ couponId: coupon?.id ?? null, couponCode: coupon?.code ?? null },
      ...{ refundedCents: refund?.amountCents ?? 0, refundedAt: refund?.at ?? null },
      openKey: isOpen ? toOpenKey(buyer.userId, course.courseId) : null,
      expiresAt: new Date(plan.createdAt.getTime() + (plan.provider === 'manual' ? MANUAL_DAYS : 1) * DAY_MS),
    }
  })
  const rows = await tx.insert(orders).values(values).returning()
  await tx.insert(orderNumbers).values([...last].map(([year, count]) => ({ year, last: count })))
  return rows
}

/** What belongs to an order: item, payment, refund, entitlement and timeline. */
async function insertRest(tx: Tx, row: OrderRow, plan: PlannedOrder, adminEmail: string): Promise<void> {
  const { course, buyer, amounts, refund, paidAt, disputedAt } = plan
  await tx.insert(orderItems).values({ orderId: row.id, courseId: course.courseId, title: course.title, ...amounts })
  const isTest = row.provider === 'test'
  const reference = isTest ? `test-${row.id}` : paidAt === null ? row.number : `Transfer ${row.number}`
  await tx
    .update(orders)
    .set({ checkoutReference: isTest ? reference : row.number, paymentReference: paidAt === null ? null : reference })
    .where(eq(orders.id, row.id))
  // Students are refunded in full.
  const requestedBy = row.status === 'partially_refunded' ? adminEmail : row.buyerEmail
  const refundIds = refund ? [await insertRefund(tx, row, { ...refund, requestedBy }, reference)] : []
  if (isTest)
    await tx.insert(testPayments).values({
      ...{ reference, orderId: row.id, amountCents: row.totalCents, refundIds, refundedCents: row.refundedCents },
      status: paidAt === null ? 'expired' : 'paid',
    })
  if (paidAt !== null) {
    const revokedAt = row.status === 'refunded' ? (refund?.at ?? null) : disputedAt
    await tx.insert(entitlements).values({
      ...{ userId: buyer.userId, courseId: course.courseId, orderId: row.id, startsAt: paidAt, revokedAt },
      source: 'order',
      revokedReason: revokedAt === null ? null : disputedAt === null ? 'Refunded' : 'Disputed',
    })
    if (row.status === 'refunded') await removeProgress(tx, buyer.userId, course.courseId)
    if (revokedAt !== null) await updateAccess(tx, buyer.userId, course.courseId)
  }
  await tx.insert(orderEvents).values(listEvents(row, plan, adminEmail).map((event) => ({ ...event, orderId: row.id })))
}

/** It would be from after the refund. */
async function removeProgress(tx: Tx, userId: number, courseId: number): Promise<void> {
  const own = tx.select({ id: lessons.id }).from(lessons).where(eq(lessons.courseId, courseId))
  await tx.delete(lessonProgress).where(and(eq(lessonProgress.userId, userId), inArray(lessonProgress.lessonId, own)))
  await tx
    .update(enrollments)
    .set({ completedLessons: 0, completedAt: null })
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
}

async function insertRefund(
  tx: Tx,
  row: OrderRow,
  { amountCents, at, reason, requestedBy }: NonNullable<PlannedOrder['refund']> & { requestedBy: string },
  reference: string,
): Promise<number> {
  const [refund] = await tx
    .insert(refunds)
    .values({
      ...{ orderId: row.id, amountCents, reason, requestedBy, status: 'succeeded' },
      ...{ createdAt: at, doneAt: at, nextTryAt: at, tries: 1 },
    })
    .returning({ id: refunds.id })
  if (!refund) throw new Error('The demo refund was not added')
  await tx
    .update(refunds)
    .set({ reference: `${reference}-refund-${refund.id}` })
    .where(eq(refunds.id, refund.id))
  return refund.id
}

/** In the words that the product writes. */
function listEvents(
  row: OrderRow,
  { createdAt, paidAt, refund, disputedAt, refundRequestedAt }: PlannedOrder,
  adminEmail: string,
) {
  const format = (cents: number) => formatMoney(toDollars(cents), row.currency)
  const by = (text: string, at: Date, byEmail: string | null = null) => ({ text, createdAt: at, byEmail })
  const isManual = row.provider === 'manual'
  const endedAt = new Date(Math.min(Date.now(), createdAt.getTime() + DAY_MS))
  const refundText = refund && format(refund.amountCents)
  const isPart = row.status === 'partially_refunded'
  return [
    by('Ordered', createdAt, row.buyerEmail),
    paidAt &&
      (isManual
        ? by(`Marked paid: Transfer ${row.number}`, paidAt, adminEmail)
        : by(`Paid ${format(row.totalCents)}`, paidAt)),
    row.status === 'expired' && by('The checkout ended without a payment', endedAt),
    row.status === 'cancelled' && by('Canceled', endedAt, row.buyerEmail),
    refund && by(`Refund of ${refundText} started: ${refund.reason}`, refund.at, isPart ? adminEmail : row.buyerEmail),
    refund && by(`Refunded ${refundText}`, refund.at),
    refundRequestedAt && by('Asked for a refund: The course is too easy for me', refundRequestedAt, row.buyerEmail),
    refundRequestedAt &&
      by(`An admin decides about this refund: the student has had ${REFUNDS_A_YEAR} in a year`, refundRequestedAt),
    disputedAt && by('The bank disputes the payment', disputedAt),
    disputedAt && by('The course is closed until the dispute is decided', disputedAt),
  ].filter((event) => event !== null && event !== false)
}
