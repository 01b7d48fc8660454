import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applyPaymentEvent } from '#server/features/payments/apply-payment-event.ts'
import { courses, orderItems, orders, refunds, reviews, testPayments, users } from '#server/platform/db/schema.ts'
import type { PaymentEvent } from '#server/platform/payments/provider.ts'
import { addRefund } from '#server/testing/commerce/order-factories.ts'
import { buyCourse, canOpen, getOrderRow, toOrder, useOrderServices } from '#server/testing/commerce/orders.ts'
import { waitForMailTo } from '#server/testing/mail/outbox.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { changeOrder } from '../state/change-order.ts'
import { finishRefund } from './finish-refund.ts'

const t = useTestApp({ PAYMENTS: 'test' })
const services = useOrderServices(t)

let lastEvent = 0
const apply = (orderId: number, change: PaymentEvent['change'], on = services) =>
  applyPaymentEvent(on, { name: 'test' }, { id: `refund-event-${++lastEvent}`, type: '', orderId, change })

async function makeBuyer() {
  const [student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
  const { order_id, number, items } = await buyCourse(t, student)
  const isOpen = () => canOpen(t, student, items[0]?.course_id ?? 0)
  const refund = async (amount?: number) =>
    toOrder(
      await t.call(
        'refundOrder',
        { order_id, reason: 'Agreed', ...(amount !== undefined && { amount }) },
        admin.cookie,
      ),
    )
  return { order_id, number, student, isOpen, refund }
}

test('sends the refund with its credit note to the address that the student has now', async () => {
  const { number, student, refund } = await makeBuyer()
  const email = `new-${student.email}`
  await t.db.update(users).set({ email, emailVerifiedAt: new Date() }).where(eq(users.id, student.id))
  await refund()
  const { attachments } = await waitForMailTo(t, email, `Refund for order ${number}`)
  expect(attachments[0]?.filename).toBe(`credit-note-${number}-C.pdf`)
})

/** The payment service has refused a full refund for good, and takes refunds again. */
async function makeRefused() {
  const buyer = await makeBuyer()
  const setPayment = (status: 'open' | 'paid') =>
    t.db.update(testPayments).set({ status }).where(eq(testPayments.orderId, buyer.order_id))
  await setPayment('open')
  await buyer.refund()
  await t.db.update(refunds).set({ status: 'failed' }).where(eq(refunds.orderId, buyer.order_id))
  await setPayment('paid')
  expect(await buyer.isOpen()).toBe(false)
  return buyer
}

test('a part after a full refund that was refused opens the course again', async () => {
  const { isOpen, refund } = await makeRefused()
  expect(await refund(20)).toMatchObject({
    ...{ status: 'partially_refunded', refund_requested_date: null, access_open: true },
  })
  expect(await isOpen()).toBe(true)
})

test('a part that is older than a full refund that was refused leaves the course closed, and the rest to an admin', async () => {
  const { order_id, isOpen } = await makeRefused()
  const createdAt = sql`now() - interval '1 hour'`
  const [part] = await t.db
    .insert(refunds)
    .values({ orderId: order_id, amountCents: 2_000, requestedBy: '', createdAt })
    .returning()
  await changeOrder(services, order_id, (tx) => finishRefund(tx, order_id, part?.id ?? 0, 'refund-1'))
  const row = await getOrderRow(t, order_id)
  expect(row).toMatchObject({ status: 'partially_refunded', refundedCents: 2_000, refundRequestedAt: expect.any(Date) })
  expect(await isOpen()).toBe(false)
})

test('a part during a dispute leaves the course closed, and the rest to an admin', async () => {
  const { order_id, isOpen } = await makeRefused()
  await apply(order_id, { state: 'disputed', disputeReference: 'dispute-1' })
  await apply(order_id, { state: 'refunded', refundedCents: 2_000 })
  expect(await isOpen()).toBe(false)
  await apply(order_id, { state: 'dispute_won', disputeReference: 'dispute-1' })
  const row = await getOrderRow(t, order_id)
  expect(row).toMatchObject({ status: 'partially_refunded', refundedCents: 2_000, refundRequestedAt: expect.any(Date) })
})

test('removes the review as the student asked when an admin grants the request in the payment service', async () => {
  const { order_id, student } = await makeBuyer()
  const [item] = await t.db.select().from(orderItems).where(eq(orderItems.orderId, order_id))
  const courseId = item?.courseId ?? 0
  await t.make.review(student.id, courseId, 1)
  await t.db
    .update(orders)
    .set({ refundRequestedAt: sql`now()`, removesReview: true })
    .where(eq(orders.id, order_id))
  const countReviews = () => t.db.$count(reviews, eq(reviews.courseId, courseId))
  await apply(order_id, { state: 'refunded', refundedCents: 2_000 })
  expect(await countReviews()).toBe(1)
  const tags: string[] = []
  const invalidate = (more: readonly string[]) => void tags.push(...more)
  await apply(order_id, { state: 'refunded', refundedCents: 6_000 }, { ...services, invalidate })
  expect(await countReviews()).toBe(0)
  // Whose cached answers have its stars.
  expect(tags).toContain('courses')
  const [course] = await t.db.select().from(courses).where(eq(courses.id, courseId))
  expect(course).toMatchObject({ reviewsCount: 0, starsSum: 0 })
})

test('closes the course when a part reaches the total with what was refunded in the payment service', async () => {
  const { order_id, isOpen } = await makeBuyer()
  const { id } = await addRefund(t.db, { orderId: order_id, amountCents: 2_000, requestedBy: '' })
  await t.db.update(orders).set({ refundedCents: 4_000, status: 'partially_refunded' }).where(eq(orders.id, order_id))
  await changeOrder(services, order_id, (tx) => finishRefund(tx, order_id, id, 'refund-1'))
  expect((await getOrderRow(t, order_id)).status).toBe('refunded')
  expect(await isOpen()).toBe(false)
})
