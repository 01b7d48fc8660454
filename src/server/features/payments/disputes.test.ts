import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#server/platform/db/schema.ts'
import type { PaymentEvent } from '#server/platform/payments/provider.ts'
import { getOrderRow, getTimeline, placeOrder, useOrderServices } from '#server/testing/commerce/orders.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'

const t = useTestApp({ PAYMENTS: 'test' })
const services = useOrderServices(t)

const PAID = { state: 'paid', paymentReference: 'payment-1', amountCents: 6_000, currency: 'USD' } as const
const REFUNDED = { state: 'refunded', refundedCents: 6_000 } as const
const DISPUTED = { state: 'disputed', disputeReference: 'dispute-1' } as const
const WON = { ...DISPUTED, state: 'dispute_won' } as const
const SECOND = { state: 'disputed', disputeReference: 'dispute-2' } as const
const LOST = { ...DISPUTED, state: 'dispute_lost' } as const

let lastEvent = 0
const apply = (orderId: number, change: PaymentEvent['change']) =>
  applyPaymentEvent(services, { name: 'test' }, { id: `event-${++lastEvent}`, type: change.state, orderId, change })

async function makeOrder(changes: readonly PaymentEvent['change'][]) {
  const { order_id } = await placeOrder(t, await t.make.signedIn())
  for (const change of changes) await apply(order_id, change)
  return order_id
}

test.each([
  ['about a refunded order', [PAID, REFUNDED], DISPUTED, 'Answer the dispute in the payment service'],
  [
    'that is lost about a refunded order',
    [PAID, REFUNDED],
    LOST,
    'The dispute was lost, and the order is refunded. Look at it in the payment service',
  ],
  [
    'about an order that had one',
    [PAID, DISPUTED, WON],
    SECOND,
    'The bank disputes the payment, which was disputed before. Look at it in the payment service',
  ],
  [
    'that is lost after one that was won',
    [PAID, DISPUTED, WON, SECOND],
    { ...SECOND, state: 'dispute_lost' },
    'The dispute was lost, and the order is paid. Look at it in the payment service',
  ],
  [
    'that is lost while another one is open',
    [PAID, DISPUTED],
    { ...SECOND, state: 'dispute_lost' },
    'The dispute was lost, and the order is disputed. Look at it in the payment service',
  ],
] as const)('a dispute %s is reported to the admins', async (_title, before, change, text) => {
  const order_id = await makeOrder(before)
  const { status } = await getOrderRow(t, order_id)
  const admin = await t.make.user({ role: 'admin' })
  await apply(order_id, change)
  expect((await getOrderRow(t, order_id)).status).toBe(status)
  expect((await getTimeline(t, order_id)).at(-1)).toBe(text)
  expect(await getSentMails(t, admin.email)).toHaveLength(1)
})

test.each([
  ['that comes after its end, won,', [PAID, WON], DISPUTED],
  ['that comes after its end, lost,', [PAID, LOST], DISPUTED],
  ['that comes again after its end', [PAID, DISPUTED, WON], DISPUTED],
  ['that is won while another one is open', [PAID, DISPUTED], { ...SECOND, state: 'dispute_won' }],
] as const)('a dispute %s changes nothing and is not reported', async (_title, before, change) => {
  const order_id = await makeOrder(before)
  const [order, timeline] = [await getOrderRow(t, order_id), await getTimeline(t, order_id)]
  const admin = await t.make.user({ role: 'admin' })
  await apply(order_id, change)
  expect([await getOrderRow(t, order_id), await getTimeline(t, order_id)]).toEqual([order, timeline])
  expect(await getSentMails(t, admin.email)).toEqual([])
})

const OTHER_AMOUNT = { ...PAID, amountCents: 5_999 }
const END = { state: 'ended' } as const

test.each([
  [
    [END, PAID],
    DISPUTED,
    'The bank disputes the payment, and the order is expired. Answer the dispute in the payment service',
  ],
  [[END, PAID, DISPUTED], LOST, 'The dispute was lost, and the order is expired. Look at it in the payment service'],
  [
    [OTHER_AMOUNT],
    DISPUTED,
    'The bank disputes the payment, and the order is pending. Answer the dispute in the payment service',
  ],
] as const)('a dispute about a payment that the order did not take is reported: %#', async (before, change, text) => {
  const order_id = await makeOrder(before)
  const admin = await t.make.user({ role: 'admin' })
  await apply(order_id, change)
  expect((await getTimeline(t, order_id)).at(-1)).toBe(text)
  expect(await getSentMails(t, admin.email)).toHaveLength(1)
})

test.each([
  [WON, 'The dispute was won'],
  [REFUNDED, 'Refunded $60.00 in the payment service'],
])('the timeline names %j of a payment that came after the end', async (change, text) => {
  const order_id = await makeOrder([END, PAID, DISPUTED])
  await apply(order_id, change)
  expect((await getTimeline(t, order_id)).at(-1)).toBe(text)
})

test.each([
  [[END, PAID], '$60.00 was paid for an order that is not open'],
  [[OTHER_AMOUNT], '$59.99 was paid instead of $60.00'],
] as const)(
  'a payment that the order did not take is to be refunded until all of it is: %#',
  async (before, problem) => {
    const order_id = await makeOrder(before)
    const paid = before.at(-1) as typeof PAID
    const getProblem = async () => (await getOrderRow(t, order_id)).problem
    await apply(order_id, { ...REFUNDED, refundedCents: 1_000 })
    expect(await getProblem()).toBe(problem)
    await apply(order_id, { ...REFUNDED, refundedCents: paid.amountCents })
    expect(await getProblem()).toBe(`${problem}, and was refunded`)
    const timeline = await getTimeline(t, order_id)
    await apply(order_id, paid)
    expect([await getProblem(), await getTimeline(t, order_id)]).toEqual([`${problem}, and was refunded`, timeline])
  },
)

test('a payment that the order did not take is not to be refunded after its dispute was lost', async () => {
  const order_id = await makeOrder([END, PAID, DISPUTED, LOST])
  const { problem } = await getOrderRow(t, order_id)
  expect(problem).toBe('$60.00 was paid for an order that is not open, and the bank took it back')
  const timeline = await getTimeline(t, order_id)
  await apply(order_id, PAID)
  expect([(await getOrderRow(t, order_id)).problem, await getTimeline(t, order_id)]).toEqual([problem, timeline])
})

test('a payment in another currency is not to be refunded after its refund', async () => {
  const order_id = await makeOrder([
    { ...PAID, currency: 'EUR' },
    { ...REFUNDED, currency: 'EUR' },
  ])
  expect((await getOrderRow(t, order_id)).problem).toBe('€60.00 was paid instead of $60.00, and was refunded')
  expect((await getTimeline(t, order_id)).at(-1)).toBe('Refunded €60.00 in the payment service')
})

test('an open dispute of a version that did not store its name is won by any', async () => {
  const order_id = await makeOrder([PAID, DISPUTED])
  await t.db.update(orders).set({ disputeReference: null }).where(eq(orders.id, order_id))
  await apply(order_id, WON)
  expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'paid' })
})

test('a lost dispute ends a request for a refund', async () => {
  const order_id = await makeOrder([PAID])
  await t.db
    .update(orders)
    .set({ refundRequestedAt: sql`now()` })
    .where(eq(orders.id, order_id))
  for (const change of [DISPUTED, LOST]) await apply(order_id, change)
  expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'lost', refundRequestedAt: null })
})
