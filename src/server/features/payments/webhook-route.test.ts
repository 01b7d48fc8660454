import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { paths } from '#contract/paths.ts'
import { orders, paymentEvents } from '#server/platform/db/schema.ts'
import {
  PRICED,
  canOpen,
  getOrderRow,
  getTimeline,
  toOrder,
  useOrderServices,
} from '#server/testing/commerce/orders.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { findMailsTo, waitForMailTo } from '#server/testing/mail/outbox.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { StripeServer } from '#server/testing/commerce/stripe-server.ts'
import { createTestApp, useTestApp } from '#server/testing/test-app.ts'
import { reconcileOrders } from './reconcile-orders.ts'

let stripe: StripeServer
beforeAll(async () => {
  stripe = await StripeServer.start()
})
afterAll(() => stripe.stop())
const t = useTestApp(() => stripe.settings)
const services = useOrderServices(t)
beforeEach(() => stripe.failNext({ status: 0, times: 0 }))

/** The limit of a network's reads in five minutes. */
const MAX_READS = 3_000

interface Answer {
  status: number
  body: { status: boolean; code?: string }
}

/** Delivers a webhook, and again while the server is busy, as Stripe does. */
async function deliver(event: object, signature: Parameters<StripeServer['sign']>[1] = {}): Promise<Answer> {
  const response = await t.app.inject({ method: 'POST', url: paths.stripeWebhook, ...stripe.sign(event, signature) })
  return response.statusCode === 503
    ? deliver(event, signature)
    : { status: response.statusCode, body: response.json() }
}

interface Sale {
  orderId: number
  sessionId: string
  courseId: number
  student: SignedInUser
}

/** A student has been sent to Stripe. */
async function startSale(): Promise<Sale> {
  const student = await t.make.signedIn()
  const { id: courseId } = await t.make.course(PRICED)
  const order = toOrder(await t.call('createOrder', { course_id: courseId }, student.cookie))
  expect(order).toMatchObject({ provider: 'stripe', status: 'pending', total: 60 })
  const { checkoutReference } = await getOrderRow(t, order.order_id)
  expect(order.checkout_url).toBe(stripe.books.getSession(checkoutReference ?? '').url)
  return { orderId: order.order_id, sessionId: checkoutReference ?? '', courseId, student }
}

it('says that an amount is too small for Stripe, and cancels the order', async () => {
  const student = await t.make.signedIn()
  const { id: course_id } = await t.make.course({ priceCents: 49 })
  const { status, body } = await t.call('createOrder', { course_id }, student.cookie)
  expect([status, body.code]).toEqual([409, 'amount_too_small'])
  const [order] = await t.db.select().from(orders).where(eq(orders.userId, student.id))
  expect(order?.status).toBe('cancelled')
})

const complete = (sale: Sale, changes = {}) =>
  stripe.books.sessionEvent('checkout.session.completed', sale.sessionId, changes)

async function sell(): Promise<Sale & { paymentId: string }> {
  const sale = await startSale()
  const { id: paymentId } = stripe.books.pay(sale.sessionId)
  expect((await deliver(complete(sale))).status).toBe(200)
  return { ...sale, paymentId }
}

const isOpen = ({ student, courseId }: Sale) => canOpen(t, student, courseId)
const getStatus = async ({ orderId }: Sale) => (await getOrderRow(t, orderId)).status
const countEvents = () => t.db.$count(paymentEvents)

describe('a payment', () => {
  it('opens the course', async () => {
    const sale = await startSale()
    expect(await isOpen(sale)).toBe(false)
    const { id } = stripe.books.pay(sale.sessionId)
    expect(await deliver(complete(sale))).toEqual({ status: 200, body: { status: true, msg: 'Received' } })
    expect(await getOrderRow(t, sale.orderId)).toMatchObject({ status: 'paid', paymentReference: id })
    expect(await isOpen(sale)).toBe(true)
  })

  it('counts once when its event comes twenty times at once', async () => {
    const sale = await startSale()
    stripe.books.pay(sale.sessionId)
    const event = complete(sale)
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(event)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['200 undefined']))
    expect((await deliver(event)).status).toBe(200)
    expect((await getTimeline(t, sale.orderId)).filter((text) => text.startsWith('Paid'))).toHaveLength(1)
    const { id } = event as { id: string }
    expect(await t.db.$count(paymentEvents, eq(paymentEvents.eventId, id))).toBe(1)
  })

  it('that is on its way opens the course only when it settles', async () => {
    const sale = await startSale()
    stripe.books.pay(sale.sessionId, 'processing')
    await deliver(complete(sale))
    expect(await getOrderRow(t, sale.orderId)).toMatchObject({ status: 'pending', isProcessing: true })
    expect(await isOpen(sale)).toBe(false)
    stripe.books.settle(sale.sessionId, true)
    await deliver(stripe.books.sessionEvent('checkout.session.async_payment_succeeded', sale.sessionId))
    expect([await getStatus(sale), await isOpen(sale)]).toEqual(['paid', true])
  })

  it('that the bank declines later ends the order, says why, and lets the student order again', async () => {
    const sale = await startSale()
    stripe.books.pay(sale.sessionId, 'processing')
    await deliver(complete(sale))
    stripe.books.settle(sale.sessionId, false)
    await deliver(stripe.books.sessionEvent('checkout.session.async_payment_failed', sale.sessionId))
    expect(await getOrderRow(t, sale.orderId)).toMatchObject({
      status: 'expired',
      problem: 'The account has insufficient funds.',
    })
    const { text } = await waitForMailTo(
      t,
      sale.student.email,
      `Payment failed for order ${(await getOrderRow(t, sale.orderId)).number}`,
    )
    expect(text).toContain('Reason: The account has insufficient funds.')
    const again = toOrder(await t.call('createOrder', { course_id: sale.courseId }, sale.student.cookie))
    expect(again.order_id).not.toBe(sale.orderId)
  })

  it('whose session expires opens nothing', async () => {
    const sale = await startSale()
    await deliver(stripe.books.sessionEvent('checkout.session.expired', sale.sessionId, { status: 'expired' }))
    expect([await getStatus(sale), await isOpen(sale)]).toEqual(['expired', false])
    expect(await getSentMails(t, sale.student.email)).toEqual([])
  })

  it('is not undone by an expiry that comes late', async () => {
    const sale = await sell()
    await deliver(stripe.books.sessionEvent('checkout.session.expired', sale.sessionId, { status: 'expired' }))
    expect([await getStatus(sale), await isOpen(sale)]).toEqual(['paid', true])
  })

  it.each([
    ['amount', { amount_total: 1 }],
    ['currency', { currency: 'inr' }],
  ])('with another %s than the order opens nothing and is told to admins', async (_what, changes) => {
    const admin = await t.make.user({ role: 'admin' })
    const sale = await startSale()
    stripe.books.pay(sale.sessionId)
    expect((await deliver(complete(sale, changes))).status).toBe(200)
    expect([await getStatus(sale), await isOpen(sale)]).toEqual(['pending', false])
    expect((await getTimeline(t, sale.orderId)).at(-1)).toMatch(/was paid instead of \$60\.00\. Refund payment pi_/)
    await eventually(async () => {
      expect((await findMailsTo(t, admin.email)).map(({ subject }) => subject)).toContainEqual(
        expect.stringMatching(/needs your attention$/),
      )
    })
  })
})

describe('a refund or a dispute', () => {
  it('made in Stripe closes the course, once', async () => {
    const sale = await sell()
    stripe.books.refund(sale.paymentId, 6_000)
    const event = stripe.books.refundEvent(sale.paymentId)
    await Promise.all([deliver(event), deliver(event), deliver(stripe.books.refundEvent(sale.paymentId))])
    expect(await getOrderRow(t, sale.orderId)).toMatchObject({ status: 'refunded', refundedCents: 6_000 })
    expect(await isOpen(sale)).toBe(false)
  })

  it('in two parts that come in the wrong order adds up', async () => {
    const sale = await sell()
    stripe.books.refund(sale.paymentId, 1_000)
    const first = stripe.books.refundEvent(sale.paymentId)
    stripe.books.refund(sale.paymentId, 2_000)
    await deliver(stripe.books.refundEvent(sale.paymentId))
    await deliver(first)
    expect(await getOrderRow(t, sale.orderId)).toMatchObject({ status: 'partially_refunded', refundedCents: 3_000 })
    expect(await isOpen(sale)).toBe(true)
  })

  it('of a payment in another currency than the order leaves nothing to refund', async () => {
    const sale = await startSale()
    stripe.books.getSession(sale.sessionId).currency = 'inr'
    const { id } = stripe.books.pay(sale.sessionId)
    await deliver(complete(sale))
    stripe.books.refund(id, 6_000)
    await deliver(stripe.books.refundEvent(id))
    const { problem } = await getOrderRow(t, sale.orderId)
    expect(problem).toBe('₹60.00 was paid instead of $60.00, and was refunded')
  })

  it('that overtakes the payment ends as if both had come in order', async () => {
    const sale = await startSale()
    const { id } = stripe.books.pay(sale.sessionId)
    stripe.books.refund(id, 6_000)
    await deliver(stripe.books.refundEvent(id))
    await deliver(complete(sale))
    expect([await getStatus(sale), await isOpen(sale)]).toEqual(['refunded', false])
  })

  it('closes the course while the bank decides, and opens it after a win', async () => {
    const sale = await sell()
    await deliver(stripe.books.disputeEvent('charge.dispute.created', sale.paymentId, 'needs_response'))
    expect([await getStatus(sale), await isOpen(sale)]).toEqual(['disputed', false])
    await deliver(stripe.books.disputeEvent('charge.dispute.closed', sale.paymentId, 'won'))
    expect([await getStatus(sale), await isOpen(sale)]).toEqual(['paid', true])
  })

  it('keeps the course closed after a loss, also when the end comes first', async () => {
    const sale = await sell()
    await deliver(stripe.books.disputeEvent('charge.dispute.closed', sale.paymentId, 'lost'))
    await deliver(stripe.books.disputeEvent('charge.dispute.created', sale.paymentId, 'needs_response'))
    expect([await getStatus(sale), await isOpen(sale)]).toEqual(['lost', false])
    expect((await getTimeline(t, sale.orderId)).at(-1)).toBe('The course stays closed')
  })

  it('is asked for again when Stripe does not answer', async () => {
    const sale = await sell()
    const event = stripe.books.disputeEvent('charge.dispute.created', sale.paymentId, 'needs_response')
    stripe.failNext({ status: 500, times: 2 })
    expect((await deliver(event)).status).toBeGreaterThanOrEqual(500)
    expect((await deliver(event)).status).toBe(200)
    expect(await getStatus(sale)).toBe('disputed')
  })

  it('by the student goes to Stripe once, and its own event changes nothing more', async () => {
    const sale = await sell()
    const refunded = await t.call('refundOrder', { order_id: sale.orderId }, sale.student.cookie)
    expect(toOrder(refunded)).toMatchObject({ status: 'refunded', refunded: 60 })
    expect(stripe.books.getRefundedAmount(sale.paymentId)).toBe(6_000)
    await deliver(stripe.books.refundEvent(sale.paymentId))
    expect(await getOrderRow(t, sale.orderId)).toMatchObject({ status: 'refunded', refundedCents: 6_000 })
  })
})

describe('an event that must change nothing', () => {
  let sale: Sale
  beforeAll(async () => {
    sale = await startSale()
    stripe.books.pay(sale.sessionId)
  })
  const expectNothing = async () => {
    expect([await getStatus(sale), await isOpen(sale)]).toEqual(['pending', false])
  }

  it.each([
    ['another secret', { secret: 'whsec_of_somebody_else' }],
    ['a time six minutes ago', { ageS: 360 }],
  ])('is refused with a signature of %s', async (_what, signature) => {
    const before = await countEvents()
    expect(await deliver(complete(sale), signature)).toEqual({
      status: 400,
      body: { status: false, code: 'bad_signature', msg: 'The signature is wrong' },
    })
    expect(await countEvents()).toBe(before)
    await expectNothing()
  })

  it.each([
    ['no signature', {}],
    ['an empty signature', { 'stripe-signature': '' }],
    ['a signature without a time', { 'stripe-signature': 'v1=aa' }],
    ['an older scheme', { 'stripe-signature': `t=${Math.floor(Date.now() / 1_000)},v0=aa` }],
    ['a very long one', { 'stripe-signature': `t=1,${'v1=aa,'.repeat(1_000)}` }],
  ])('is refused with %s', async (_what, headers) => {
    const { payload } = stripe.sign(complete(sale))
    const response = await t.app.inject({
      ...{ method: 'POST', url: paths.stripeWebhook, payload },
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect([response.statusCode, response.json().code]).toEqual([400, 'bad_signature'])
    await expectNothing()
  })

  it('is refused when one byte was changed after signing', async () => {
    const { payload, headers } = stripe.sign(complete(sale))
    const changed = payload.replace('"livemode":false', '"livemode": false')
    const response = await t.app.inject({ method: 'POST', url: paths.stripeWebhook, payload: changed, headers })
    expect([changed === payload, response.statusCode]).toEqual([false, 400])
    await expectNothing()
  })

  it('is refused when its signed body is not an event', async () => {
    for (const event of [[], 'text', 17, {}, { type: 'x' }, { type: 'checkout.session.completed', data: {} }]) {
      const { status } = await deliver(event as object)
      expect([event, status < 500]).toEqual([event, true])
    }
    await expectNothing()
  })

  it('is ignored when it is of a connected account, of live payments, of another site or of no kind we use', async () => {
    const metadata = {
      order_id: String(sale.orderId),
      order_number: '2026-000001',
      order_created: '2020-01-01T00:00:00Z',
    }
    const before = await countEvents()
    const answers = [
      await deliver({ ...complete(sale), account: 'acct_other' }),
      await deliver({ ...complete(sale), livemode: true }),
      await deliver(complete(sale, { metadata })),
      await deliver(complete(sale, { metadata: {} })),
      await deliver(complete(sale, { metadata: { ...metadata, order_id: '1; drop table orders' } })),
      await deliver(stripe.books.event('invoice.paid', { id: 'in_1' })),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await countEvents()).toBe(before)
    await expectNothing()
  })

  it('is refused above 256 kB before it is read', async () => {
    const response = await t.app.inject({
      ...{ method: 'POST', url: paths.stripeWebhook, ...stripe.sign({ text: 'x'.repeat(300_000) }) },
    })
    expect([response.statusCode, response.json().code]).toEqual([413, 'too_large'])
  })

  it('is refused as a GET', async () => {
    expect((await t.app.inject({ url: paths.stripeWebhook })).statusCode).toBe(404)
  })
})

it('takes events in maintenance, and from addresses that are throttled', async () => {
  const strict = await t.startSecondServer({ THROTTLE: 'on' })
  try {
    const sale = await startSale()
    stripe.books.pay(sale.sessionId)
    const admin = await t.make.signedIn({ role: 'admin' })
    await strict.call('setMaintenance', { status: false }, admin.cookie)
    const read = async () => (await strict.app.inject({ url: '/robots.txt' })).statusCode
    await Promise.all(Array.from({ length: MAX_READS }, read))
    expect(await read()).toBe(429)
    const response = await strict.app.inject({
      method: 'POST',
      url: paths.stripeWebhook,
      ...stripe.sign(complete(sale)),
    })
    expect([response.statusCode, await getStatus(sale)]).toEqual([200, 'paid'])
    await strict.call('setMaintenance', { status: true }, admin.cookie)
  } finally {
    await strict.close()
  }
})

it('warns of a payment whose order is not in the database, as after a restore', async () => {
  const lines: Record<string, unknown>[] = []
  const app = await buildApp({
    env: { ...t.env, logLevel: 'warn' },
    database: t.database,
    logStream: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  try {
    const sale = await startSale()
    stripe.books.pay(sale.sessionId)
    const metadata = { order_id: '999999', order_number: '2026-000077', order_created: '2026-01-01T00:00:00.000Z' }
    const event = complete(sale, { metadata })
    const response = await app.inject({ method: 'POST', url: paths.stripeWebhook, ...stripe.sign(event) })
    expect(response.statusCode).toBe(200)
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'a payment event names an order that is not in this database',
        ...{ event: event.id, type: event.type, orderNumber: '2026-000077' },
      }),
    )
  } finally {
    await app.close()
  }
})

it('answers 404 not_configured while Stripe is off', async () => {
  const off = await createTestApp({ PAYMENTS: 'manual' })
  try {
    const response = await off.app.inject({ method: 'POST', url: paths.stripeWebhook, ...stripe.sign({ id: 'evt_1' }) })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_configured'])
  } finally {
    await off.close()
  }
})

it('settles an order whose webhook was missed when the next reconciliation asks Stripe', async () => {
  const sale = await startSale()
  stripe.books.pay(sale.sessionId)
  await t.db
    .update(orders)
    .set({ createdAt: sql`now() - interval '16 minutes'` })
    .where(eq(orders.id, sale.orderId))
  // A server asks when it starts, and then every hour.
  const second = await t.startSecondServer({})
  try {
    await second.app.ready()
    await eventually(async () => expect(await getStatus(sale)).toBe('paid'))
    expect(await isOpen(sale)).toBe(true)
  } finally {
    await second.close()
  }
})

it('tells the student that a bank debit failed, also when its webhook was missed for a day', async () => {
  const sale = await startSale()
  stripe.books.pay(sale.sessionId, 'processing')
  await deliver(complete(sale))
  stripe.books.settle(sale.sessionId, false)
  await t.db
    .update(orders)
    .set({ expiresAt: sql`now()` })
    .where(eq(orders.id, sale.orderId))
  await reconcileOrders(services, () => {})
  const { number, ...order } = await getOrderRow(t, sale.orderId)
  expect(order).toMatchObject({ status: 'expired', problem: 'The account has insufficient funds.' })
  await waitForMailTo(t, sale.student.email, `Payment failed for order ${number}`)
})

describe('getOrder of a pending order', () => {
  const statusCall = ({ sessionId }: Sale) => `GET /v1/checkout/sessions/${sessionId}`
  const countChecks = (sale: Sale) => stripe.requests.filter((request) => request === statusCall(sale)).length
  const read = async ({ orderId, student }: Sale) =>
    toOrder(await t.call('getOrder', { order_id: orderId }, student.cookie)).status
  /** As if the last check were some seconds older. */
  const setCheckAge = ({ orderId }: Sale, seconds: number) =>
    t.db
      .update(orders)
      .set({ checkedAt: sql`now() - make_interval(secs => ${seconds})` })
      .where(eq(orders.id, orderId))

  it('notices a payment whose webhook was missed, and asks Stripe once in ten seconds', async () => {
    const sale = await startSale()
    expect(await read(sale)).toBe('pending')
    stripe.books.pay(sale.sessionId)
    expect(await Promise.all([read(sale), read(sale), read(sale)])).toEqual(['pending', 'pending', 'pending'])
    expect(countChecks(sale)).toBe(1)
    await setCheckAge(sale, 11)
    await Promise.all([read(sale), read(sale), read(sale)])
    expect(await read(sale)).toBe('paid')
    expect(await canOpen(t, sale.student, sale.courseId)).toBe(true)
    expect(countChecks(sale)).toBe(2)
    // A paid order is not asked about, and its late webhook changes nothing.
    await setCheckAge(sale, 11)
    await deliver(complete(sale))
    expect(await read(sale)).toBe('paid')
    expect(countChecks(sale)).toBe(2)
    expect((await getTimeline(t, sale.orderId)).filter((text) => text === 'Paid $60.00')).toHaveLength(1)
  })

  it('asks for nobody but the owner and admins', async () => {
    const sale = await startSale()
    const stranger = await t.make.signedIn()
    expect((await t.call('getOrder', { order_id: sale.orderId }, stranger.cookie)).status).toBe(404)
    expect(countChecks(sale)).toBe(0)
  })

  it('returns the order as it stands when Stripe fails', async () => {
    const sale = await startSale()
    stripe.failNext({ status: 500, times: 2, call: statusCall(sale) })
    expect(await read(sale)).toBe('pending')
  })

  it('does not wait longer than two seconds for Stripe, and applies what it answers later', async () => {
    const sale = await startSale()
    stripe.books.pay(sale.sessionId)
    stripe.latencyMs = 3_500
    expect(await read(sale).finally(() => (stripe.latencyMs = 0))).toBe('pending')
    await eventually(async () => expect((await getOrderRow(t, sale.orderId)).status).toBe('paid'))
  })
})
