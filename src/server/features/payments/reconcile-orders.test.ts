import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { grantEntitlement } from '#server/features/access/entitlements.ts'
import { entitlements, orders, refunds, testPayments } from '#server/platform/db/schema.ts'
import {
  buyCourse,
  CARD,
  getEntitlements,
  getOrderRow,
  getTimeline,
  placeOrder,
  PRICED,
  toOrder,
  useOrderServices,
} from '#server/testing/commerce/orders.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { runDueRefunds } from '../orders/refunds/run-refund.ts'
import { reconcileOrders, settleTestOrders } from './reconcile-orders.ts'

const t = useTestApp({ PAYMENTS: 'test' })
const services = useOrderServices(t)

const problems: unknown[] = []
const warn = (error: unknown) => void problems.push(error)

const setAge = (orderId: number, minutes: number) =>
  t.db
    .update(orders)
    .set({ createdAt: sql`now() - make_interval(mins => ${minutes})` })
    .where(eq(orders.id, orderId))
const getStatus = async (orderId: number) => (await getOrderRow(t, orderId)).status

/** What every server does at its start and from time to time. */
async function runAllJobs(): Promise<void> {
  await t.db.update(refunds).set({ nextTryAt: sql`now()` })
  await t.db.update(orders).set({ createdAt: sql`${orders.createdAt} - interval '20 minutes'`, checkedAt: null })
  await reconcileOrders(services, warn)
  await settleTestOrders(services, warn)
  await runDueRefunds(services)
}

test('asks only about orders that are pending for over 15 minutes', async () => {
  const me = await t.make.signedIn()
  const { order_id } = await placeOrder(t, me)
  await t.db.update(testPayments).set({ status: 'expired' }).where(eq(testPayments.orderId, order_id))
  await setAge(order_id, 14)
  await reconcileOrders(services, warn)
  expect(await getStatus(order_id)).toBe('pending')
  await setAge(order_id, 16)
  await reconcileOrders(services, warn)
  expect(await getStatus(order_id)).toBe('expired')
})

test('asks once about each order however many processes run the job', async () => {
  const me = await t.make.signedIn()
  const placed = [await placeOrder(t, me), await placeOrder(t, me), await placeOrder(t, me)]
  for (const { order_id } of placed) await setAge(order_id, 16)
  const asked: number[] = []
  const provider = services.payments.getProvider('test')
  const counting = {
    ...provider,
    getStatus: async (order: Parameters<typeof provider.getStatus>[0]) => {
      asked.push(order.id)
      return provider.getStatus(order)
    },
  }
  const processServices = { ...services, payments: { ...services.payments, getProvider: () => counting } }
  await Promise.all([1, 2, 3, 4].map(() => reconcileOrders(processServices, warn)))
  expect(asked.toSorted((one, other) => one - other)).toEqual(placed.map(({ order_id }) => order_id))
})

test('asks about no further order or refund once the server stops', async () => {
  const me = await t.make.signedIn()
  const placed = [await placeOrder(t, me), await placeOrder(t, me)]
  for (const { order_id } of placed) await setAge(order_id, 16)
  const refunding = [await buyCourse(t, me), await buyCourse(t, me)].map(({ order_id }) => ({
    ...{ orderId: order_id, amountCents: 6_000, requestedBy: me.email },
  }))
  await t.db.insert(refunds).values(refunding)
  const provider = services.payments.getProvider('test')
  /** What is asked until the first answer, in which the server is stopped. */
  const countAsked = async (run: (stoppable: typeof services, stopping: AbortSignal) => Promise<unknown>) => {
    const stopping = new AbortController()
    let asked = 0
    const count =
      <Input, Result>(ask: (input: Input) => Result) =>
      (input: Input) => {
        asked++
        stopping.abort()
        return ask(input)
      }
    const counting = { ...provider, getStatus: count(provider.getStatus), refund: count(provider.refund) }
    await run({ ...services, payments: { ...services.payments, getProvider: () => counting } }, stopping.signal)
    return asked
  }
  expect(await countAsked((stoppable, stopping) => reconcileOrders(stoppable, warn, stopping))).toBe(1)
  expect(await countAsked(runDueRefunds)).toBe(1)
  await runDueRefunds(services)
})

test('ends an order whose time is over, unless it is paid', async () => {
  const me = await t.make.signedIn()
  const [unpaid, paid] = [await placeOrder(t, me), await placeOrder(t, me)]
  await t.db.update(testPayments).set({ status: 'paid' }).where(eq(testPayments.orderId, paid.order_id))
  await t.db
    .update(orders)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(orders.userId, me.id))
  await reconcileOrders(services, warn)
  expect([await getStatus(unpaid.order_id), await getStatus(paid.order_id)]).toEqual(['expired', 'paid'])
  expect(await getTimeline(t, unpaid.order_id)).toEqual(['Ordered', 'Not paid in time'])
  const payment = await t.db.select().from(testPayments).where(eq(testPayments.orderId, unpaid.order_id))
  expect(payment).toMatchObject([{ status: 'expired' }])
})

test('ends an order whose course has opened otherwise', async () => {
  const me = await t.make.signedIn()
  const { order_id, items } = await placeOrder(t, me)
  const courseId = items[0]?.course_id ?? 0
  await t.db.transaction((tx) => grantEntitlement(tx, { userId: me.id, courseId, source: 'grant' }))
  await setAge(order_id, 16)
  await reconcileOrders(services, warn)
  expect(await getStatus(order_id)).toBe('cancelled')
  expect((await getTimeline(t, order_id)).at(-1)).toBe('The course is open already')
})

test('leaves an open order of a provider that is off, and goes on with the next', async () => {
  const me = await t.make.signedIn()
  const [first, second] = [await placeOrder(t, me), await placeOrder(t, me)]
  await t.db.update(orders).set({ provider: 'stripe' }).where(eq(orders.id, first.order_id))
  await t.db
    .update(orders)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(orders.userId, me.id))
  problems.length = 0
  await reconcileOrders(services, warn)
  expect([await getStatus(first.order_id), await getStatus(second.order_id)]).toEqual(['pending', 'expired'])
  expect(problems).toMatchObject([{ code: 'not_configured' }])
  await t.db.update(orders).set({ provider: 'test' }).where(eq(orders.id, first.order_id))
})

// Each step of buying and refunding is a statement on one of these tables. A trigger makes the step fail as a crash
// would: what is committed before stays, and nothing after it happens.
const STEPS = {
  'the order is stored': ['orders', 'insert', 'true'],
  'its item is stored': ['order_items', 'insert', 'true'],
  'the service opens the checkout': ['test_payments', 'insert', 'true'],
  'the checkout is stored': ['orders', 'update', 'new.checkout_reference is distinct from old.checkout_reference'],
  'the service takes the payment': ['test_payments', 'update', `new.status = 'paid' and old.status <> 'paid'`],
  'the order is paid': ['orders', 'update', `new.status = 'paid' and old.status = 'pending'`],
  'the course is opened': ['entitlements', 'insert', 'true'],
  'the receipt is queued': ['mails', 'insert', `new.kind = 'receipt'`],
  'the course is closed': ['entitlements', 'update', 'new.revoked_at is not null'],
  'the refund is stored': ['refunds', 'insert', 'true'],
  'the service refunds': ['test_payments', 'update', 'new.refunded_cents <> old.refunded_cents'],
  'the refund is counted': ['refunds', 'update', `new.status = 'succeeded'`],
  'the order is refunded': ['orders', 'update', `new.status = 'refunded'`],
} as const

async function breakStep(step: keyof typeof STEPS): Promise<void> {
  const [table, event, condition] = STEPS[step]
  await t.db.execute(
    sql.raw(`
      create or replace function crash() returns trigger language plpgsql as $$
      begin if ${condition} then raise exception 'crash'; end if; return new; end $$;
      create trigger crash before ${event} on ${table} for each row execute function crash();
    `),
  )
}

afterEach(() => t.db.execute(sql`drop function if exists crash() cascade`))

const repair = () => t.db.execute(sql`drop function crash() cascade`)

test.each(Object.keys(STEPS) as (keyof typeof STEPS)[])(
  'a crash before %s leaves an order that mends itself',
  async (step) => {
    const me = await t.make.signedIn()
    const course_id = (await t.make.course(PRICED)).id
    await breakStep(step)
    const buy = async () => {
      const ordered = await t.call('createOrder', { course_id }, me.cookie)
      if (ordered.status !== 200) return
      const { order_id } = toOrder(ordered)
      const paid = await t.call('payTestOrder', { order_id, card: CARD.paid }, me.cookie)
      if (paid.status === 200) await t.call('refundOrder', { order_id }, me.cookie)
    }
    await buy()
    const [crashed] = await t.db.select().from(orders).where(eq(orders.userId, me.id))
    // Never paid and closed, nor refunded and open, also before it is mended.
    if (crashed) await expectAgreement(crashed.id)
    await repair()
    await runAllJobs()
    if (crashed) await expectAgreement(crashed.id)
    const [payment] = await t.db
      .select()
      .from(testPayments)
      .where(eq(testPayments.orderId, crashed?.id ?? 0))
    const [mended] = await t.db.select().from(orders).where(eq(orders.userId, me.id))
    // The service's books decide: what it has taken is paid, and what was asked back is refunded.
    if (payment?.status === 'paid') expect(['paid', 'refunded']).toContain(mended?.status)
    expect(mended?.refundedCents ?? 0).toBe(payment?.refundedCents ?? 0)
    // The student goes on where the crash was.
    if (mended?.status !== 'refunded') {
      if (mended?.status !== 'paid') await buyCourse(t, me, course_id)
      const [order] = await t.db.select().from(orders).where(eq(orders.userId, me.id))
      await t.call('refundOrder', { order_id: order?.id ?? 0 }, me.cookie)
    }
    const all = await t.db.select().from(orders).where(eq(orders.userId, me.id))
    expect(all).toMatchObject([{ status: 'refunded', refundedCents: 6_000 }])
    expect(await getEntitlements(t, me.id)).toMatchObject([{ revokedAt: expect.any(Date) }])
  },
)

async function expectAgreement(orderId: number): Promise<void> {
  const { status, refundRequestedAt } = await getOrderRow(t, orderId)
  const rows = await t.db.select().from(entitlements).where(eq(entitlements.orderId, orderId))
  const isOpen = rows.some(({ revokedAt }) => revokedAt === null)
  expect([status, isOpen]).toEqual([status, status === 'paid' && refundRequestedAt === null])
}
