import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '#contract/choices.ts'
import { finishRefund } from '#server/features/orders/refunds/finish-refund.ts'
import { changeOrder } from '#server/features/orders/state/change-order.ts'
import { transition } from '#server/features/orders/state/transition.ts'
import { entitlements, orders, paymentEvents, refunds, testPayments } from '#server/platform/db/schema.ts'
import type { PaymentEvent } from '#server/platform/payments/provider.ts'
import { addRefund } from '#server/testing/commerce/order-factories.ts'
import { getOrderRow, getTimeline, placeOrder, toOrder, useOrderServices } from '#server/testing/commerce/orders.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'
import { payTestPayment } from './test-provider.ts'

const t = useTestApp({ PAYMENTS: 'test' })
const services = useOrderServices(t)

const PAID = { state: 'paid', paymentReference: 'payment-1', amountCents: 6_000, currency: 'USD' } as const
let lastEvent = 0

const apply = (orderId: number, change: PaymentEvent['change'], id = `event-${++lastEvent}`) =>
  applyPaymentEvent(services, { name: 'test' }, { id, type: change.state, orderId, change })

async function makeOrder(changes: PaymentEvent['change'][] = []) {
  const student = await t.make.signedIn()
  const { order_id } = await placeOrder(t, student)
  for (const change of changes) await apply(order_id, change)
  return { student, order_id }
}

/** Whether the order gives access now. */
async function isOpen(orderId: number): Promise<boolean> {
  const rows = await t.db.select().from(entitlements).where(eq(entitlements.orderId, orderId))
  return rows.length === 1 && rows.every(({ revokedAt }) => revokedAt === null)
}

const getStatus = async (orderId: number) => (await getOrderRow(t, orderId)).status

test('applies an event once, however often it comes', async () => {
  const { order_id, student } = await makeOrder()
  const failed = { state: 'failed', problem: 'Declined' } as const
  await Promise.all(Array.from({ length: 20 }, () => apply(order_id, failed, 'the same failure')))
  await Promise.all(Array.from({ length: 20 }, () => apply(order_id, PAID, 'the same event')))
  await apply(order_id, PAID, 'another event about the same payment')
  expect(await getTimeline(t, order_id)).toEqual(['Ordered', 'The payment failed: Declined', 'Paid $60.00'])
  expect(await isOpen(order_id)).toBe(true)
  expect(await getSentMails(t, student.email)).toHaveLength(1)
  const events = await t.db.select().from(paymentEvents).where(eq(paymentEvents.orderId, order_id))
  expect(events.map(({ processedAt }) => processedAt !== null)).toEqual([true, true, true])
})

test.each([
  [['open', 'processing', 'paid'], 'paid'],
  [['paid', 'processing', 'open'], 'paid'],
  [['paid', 'failed'], 'paid'],
  [['paid', 'ended'], 'paid'],
  [['processing', 'failed'], 'pending'],
  [['failed', 'paid'], 'paid'],
  [['ended'], 'expired'],
  [['ended', 'processing', 'failed', 'open'], 'expired'],
] as const)('after %j the order is %s', async (states, status) => {
  const changes = states.map((state): PaymentEvent['change'] => {
    if (state === 'paid') return PAID
    return state === 'failed' ? { state, problem: 'Declined' } : { state }
  })
  const { order_id } = await makeOrder(changes)
  const row = await getOrderRow(t, order_id)
  expect([row.status, row.isProcessing]).toEqual([status, false])
  expect(await isOpen(order_id)).toBe(status === 'paid')
})

test.each([
  ['less', { amountCents: 5_999 }, '$59.99 was paid instead of $60.00'],
  ['more', { amountCents: 6_001 }, '$60.01 was paid instead of $60.00'],
  ['another currency', { currency: 'EUR' }, '€60.00 was paid instead of $60.00'],
])('opens nothing for %s, and tells the admins once', async (_title, difference, text) => {
  const admin = await t.make.user({ role: 'admin' })
  const { order_id } = await makeOrder([
    { state: 'processing' },
    { ...PAID, ...difference },
    { ...PAID, ...difference },
  ])
  expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'pending', isProcessing: false, problem: text })
  expect(await isOpen(order_id)).toBe(false)
  expect((await getTimeline(t, order_id)).filter((line) => line.startsWith(text))).toHaveLength(1)
  expect(await getSentMails(t, admin.email)).toHaveLength(1)
})

test('an order that was paid with another amount can be cancelled, so that the student can order again', async () => {
  const { order_id, student } = await makeOrder()
  await payTestPayment(t.db, order_id, 'paid')
  await t.db.update(testPayments).set({ amountCents: 5_999 }).where(eq(testPayments.orderId, order_id))
  const cancelled = toOrder(await t.call('cancelOrder', { order_id }, student.cookie))
  expect(cancelled).toMatchObject({ status: 'cancelled', problem: '$59.99 was paid instead of $60.00' })
  expect(await isOpen(order_id)).toBe(false)
  const course_id = cancelled.items[0]?.course_id ?? 0
  expect((await placeOrder(t, student, course_id)).order_id).not.toBe(order_id)
})

test('a payment of a cancelled order opens nothing and tells the admins', async () => {
  const admin = await t.make.user({ role: 'admin' })
  const { order_id, student } = await makeOrder()
  await t.call('cancelOrder', { order_id }, student.cookie)
  await apply(order_id, PAID)
  await apply(order_id, PAID)
  expect(await getOrderRow(t, order_id)).toMatchObject({
    ...{ status: 'cancelled', problem: '$60.00 was paid for an order that is not open' },
  })
  expect(await isOpen(order_id)).toBe(false)
  expect((await getTimeline(t, order_id)).slice(-2)).toEqual([
    'Refused, because the order is canceled: Paid $60.00',
    '$60.00 was paid for an order that is not open. Refund payment payment-1 in the payment service',
  ])
  expect(await t.findLogMessages(student.id)).toContainEqual(expect.stringContaining('Refused, because'))
  expect(await getSentMails(t, admin.email)).toHaveLength(1)
})

test('a second payment of a paid order changes nothing and tells the admins', async () => {
  const { order_id } = await makeOrder([PAID, { ...PAID, paymentReference: 'payment-2' }])
  expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'paid', paymentReference: 'payment-1' })
  expect((await getTimeline(t, order_id)).at(-1)).toContain('Refund payment payment-2')
})

const WORDS: Partial<Record<OrderStatus, string>> = { cancelled: 'canceled', partially_refunded: 'partially refunded' }

const ALLOWED: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'cancelled', 'expired'],
  paid: ['partially_refunded', 'refunded', 'disputed'],
  partially_refunded: ['partially_refunded', 'refunded', 'disputed'],
  disputed: ['paid', 'partially_refunded', 'refunded', 'lost'],
  ...{ refunded: [], lost: [], cancelled: [], expired: [] },
}

test.each(ORDER_STATUSES)(
  'an order that is %s takes no other status than it may, and says what it refused',
  async (from) => {
    const { order_id } = await makeOrder()
    const set = (status: OrderStatus) =>
      t.db
        .update(orders)
        .set({
          status,
          openKey: status === 'pending' ? `test:${order_id}` : null,
          ...(ALLOWED.paid.includes(status) && { paidAt: sql`now()` }),
        })
        .where(eq(orders.id, order_id))
    for (const to of ORDER_STATUSES) {
      await set(from)
      const events = (await getTimeline(t, order_id)).length
      const isDone = await changeOrder(services, order_id, (tx, order) =>
        transition(tx, order, to, { text: 'A change' }),
      )
      const isAllowed = ALLOWED[from].includes(to)
      expect([to, isDone, await getStatus(order_id)]).toEqual([to, isAllowed, isAllowed ? to : from])
      const refusal = `Refused, because the order is ${WORDS[from] ?? from}: A change`
      expect((await getTimeline(t, order_id)).slice(events)).toEqual([isAllowed ? 'A change' : refusal])
    }
  },
)

const DISPUTED = { state: 'disputed', disputeReference: 'dispute-1' } as const
const WON = { ...DISPUTED, state: 'dispute_won' } as const
const LOST = { ...DISPUTED, state: 'dispute_lost' } as const

test.each([
  ['closes the course', [PAID, DISPUTED], 'disputed', false],
  ['opens it again when it is won', [PAID, DISPUTED, WON], 'paid', true],
  ['closes it for good when it is lost', [PAID, DISPUTED, LOST], 'lost', false],
  ['changes nothing when its end comes first', [PAID, WON, DISPUTED], 'paid', true],
  ['is lost when that comes first', [PAID, LOST, DISPUTED], 'lost', false],
  ['stays won when that comes twice', [PAID, DISPUTED, WON, DISPUTED, WON], 'paid', true],
  ['is ignored before the payment', [DISPUTED], 'pending', false],
] as const)('a dispute %s', async (_title, changes, status, open) => {
  const { order_id } = await makeOrder([...changes])
  expect([await getStatus(order_id), await isOpen(order_id)]).toEqual([status, open])
})

test.each([
  ['opens the course again while a request for a refund waits for an admin', undefined, true],
  ['opens it again while a part is on its way back', { amount: 10 }, true],
  ['leaves it closed while all is on its way back', {}, false],
  ['leaves it closed after a full refund that was given up', { isGivenUp: true }, false],
])('a dispute that is won %s', async (_title, refund: { amount?: number; isGivenUp?: boolean } | undefined, open) => {
  const { order_id } = await makeOrder([PAID])
  if (refund) {
    const { amount } = refund
    const admin = await t.make.signedIn({ role: 'admin' })
    // The payment service does not take it: its books have no payment.
    const input = { order_id, reason: 'Late start', ...(amount !== undefined && { amount }) }
    expect(toOrder(await t.call('refundOrder', input, admin.cookie)).refund_pending).toBe(true)
    if (refund.isGivenUp) await t.db.update(refunds).set({ status: 'failed' }).where(eq(refunds.orderId, order_id))
  } else {
    await t.db
      .update(orders)
      .set({ refundRequestedAt: sql`now()` })
      .where(eq(orders.id, order_id))
  }
  await apply(order_id, DISPUTED)
  expect(await isOpen(order_id)).toBe(false)
  await apply(order_id, WON)
  expect([await getStatus(order_id), await isOpen(order_id)]).toEqual(['paid', open])
})

test('a dispute tells the admins, and refuses a refund', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  const { order_id } = await makeOrder([PAID, DISPUTED])
  expect(await getSentMails(t, admin.email)).toHaveLength(1)
  const refund = await t.call('refundOrder', { order_id, reason: 'To end it' }, admin.cookie)
  expect(refund.body.code).toBe('order_state')
})

test('counts what was refunded in the payment service', async () => {
  const { order_id } = await makeOrder([PAID, { state: 'refunded', refundedCents: 1_000 }])
  expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'partially_refunded', refundedCents: 1_000 })
  expect(await isOpen(order_id)).toBe(true)
  await apply(order_id, { state: 'refunded', refundedCents: 1_000 })
  await apply(order_id, { state: 'refunded', refundedCents: 6_000 })
  await apply(order_id, { state: 'refunded', refundedCents: 1_000 })
  expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'refunded', refundedCents: 6_000 })
  expect(await isOpen(order_id)).toBe(false)
  const rows = await t.db.select().from(refunds).where(eq(refunds.orderId, order_id)).orderBy(refunds.id)
  expect(rows.map(({ amountCents, status }) => [amountCents, status])).toEqual([
    [1_000, 'succeeded'],
    [5_000, 'succeeded'],
  ])
})

test.each([
  [4_000, [2_000, 4_000], [4_000]],
  [5_000, [2_000, 1_000, 3_000], [2_000, 3_000]],
  [6_000, [2_000, 1_000], [2_000, 1_000, 3_000]],
  [1_000, [2_000, 4_000], [1_000]],
])('takes %i cents that were refunded for those refunds of %j that add up to it', async (cents, pending, made) => {
  const { order_id } = await makeOrder([PAID])
  for (const amountCents of pending) await addRefund(t.db, { orderId: order_id, amountCents, requestedBy: '' })
  await apply(order_id, { state: 'refunded', refundedCents: cents })
  const rows = await t.db.select().from(refunds).where(eq(refunds.orderId, order_id)).orderBy(refunds.id)
  expect(rows.filter(({ status }) => status === 'succeeded').map(({ amountCents }) => amountCents)).toEqual(made)
  expect(await getOrderRow(t, order_id)).toMatchObject({ refundedCents: cents })
})

test('a refund that is counted already is not counted again', async () => {
  const { order_id } = await makeOrder([PAID])
  const { id } = await addRefund(t.db, { orderId: order_id, amountCents: 4_000, requestedBy: '' })
  await apply(order_id, { state: 'refunded', refundedCents: 3_000 })
  await changeOrder(services, order_id, (tx) => finishRefund(tx, order_id, id, 'refund-1'))
  expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'partially_refunded', refundedCents: 3_000 })
  expect((await getTimeline(t, order_id)).at(-1)).toBe('A refund of $40.00 is part of what is refunded already')
})

test('asks the payment service when a refund overtakes its payment', async () => {
  const { order_id } = await makeOrder()
  await payTestPayment(t.db, order_id, 'paid')
  await apply(order_id, { state: 'refunded', refundedCents: 6_000 })
  expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'refunded', refundedCents: 6_000 })
  expect(await getTimeline(t, order_id)).toEqual(['Ordered', 'Paid $60.00', 'Refunded $60.00'])
})

test('stores an event of an unknown order, and of another provider’s, and changes nothing', async () => {
  const { order_id } = await makeOrder()
  await apply(999_999, PAID, 'unknown order')
  await applyPaymentEvent(services, { name: 'stripe' }, { id: 'foreign', type: 'x', orderId: order_id, change: PAID })
  expect(await getStatus(order_id)).toBe('pending')
  const stored = await t.db.select().from(paymentEvents)
  expect(
    stored
      .filter(({ orderId }) => orderId === null)
      .map(({ eventId }) => eventId)
      .sort(),
  ).toEqual(['foreign', 'unknown order'])
})
