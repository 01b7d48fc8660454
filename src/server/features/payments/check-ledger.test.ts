import { sql, TransactionRollbackError } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { runCommand } from '#server/cli/commands.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { createLocalBus } from '#server/platform/bus/bus.ts'
import { disabledThrottles } from '#server/platform/throttle/throttles.ts'
import {
  buyCourse,
  CARD,
  getOrderRow,
  makeCoupon,
  placeOrder,
  PRICED,
  toOrder,
} from '#server/testing/commerce/orders.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { checkLedger } from './check-ledger.ts'

const t = useTestApp({ PAYMENTS: 'test', TAX_RATE: '19', TAX_INCLUDED: 'off' })

const PLACES = { paid: 0, refunded: 0, pending: 0, reduced: 0, cancelled: 0 }

const runCheck = (db: Db) =>
  runCommand({ db, throttles: disabledThrottles, bus: createLocalBus({ onBusMessage: () => {} }) }, ['check-ledger'])

/** The tests share a shop, so what one breaks is rolled back. */
const inBrokenShop = (run: (db: Db) => Promise<void>) =>
  expect(
    t.db.transaction(async (tx) => {
      await run(tx as unknown as Db)
      tx.rollback()
    }),
  ).rejects.toThrow(TransactionRollbackError)

/** One order of each kind; the shop agrees with itself. */
beforeAll(async () => {
  const [me, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
  PLACES.paid = (await buyCourse(t, me)).order_id
  PLACES.refunded = (await buyCourse(t, me)).order_id
  await t.call('refundOrder', { order_id: PLACES.refunded }, me.cookie)
  PLACES.pending = (await placeOrder(t, me)).order_id
  const { code } = await makeCoupon(t)
  const course_id = (await t.make.course(PRICED)).id
  const reduced = toOrder(await t.call('createOrder', { course_id, coupon: code }, me.cookie))
  PLACES.reduced = reduced.order_id
  await t.call('payTestOrder', { order_id: reduced.order_id, card: CARD.paid }, me.cookie)
  await t.call('refundOrder', { order_id: reduced.order_id, amount: 1, reason: 'x' }, admin.cookie)
  const free = (await t.make.course({ priceCents: 0 })).id
  await t.call('createOrder', { course_id: free }, me.cookie)
  PLACES.cancelled = (await placeOrder(t, me)).order_id
  await t.call('cancelOrder', { order_id: PLACES.cancelled }, me.cookie)
})

test('finds no difference in a shop that has sold, refunded and cancelled', async () => {
  expect(await checkLedger(t.db)).toEqual([])
  expect(await runCheck(t.db)).toBe('Orders, payments, refunds and access agree.')
})

const paid = (text: string) => `update ${text} where order_id = $paid`

test.each([
  ['an item', paid('order_items set total_cents = total_cents + 1'), 'its items add up to'],
  ['an item’s tax', paid('order_items set tax_cents = tax_cents + 1'), 'its items add up to'],
  ['a missing item', 'delete from order_items where order_id = $paid', 'its items add up to 0'],
  ['a missing entitlement', 'delete from entitlements where order_id = $paid', 'it is paid and opens'],
  ['access ended without a reason', paid('entitlements set revoked_at = now()'), 'it is paid and opens'],
  [
    'access after a refund',
    'update entitlements set revoked_at = null where order_id = $refunded',
    'it is refunded and still opens',
  ],
  [
    'a refund that takes all',
    `update refunds set amount_cents = (select total_cents from orders where id = $reduced) where order_id = $reduced`,
    'its refund takes all',
  ],
  ['a missing refund', 'delete from refunds where order_id = $refunded', 'its refunds add up to 0'],
  [
    'more refunds than money',
    "insert into refunds (order_id, amount_cents, requested_by) values ($paid, 999999, 'x')",
    'its refunds add up to 0',
  ],
  ['a wrong status', `update orders set status = 'paid' where id = $refunded`, 'it is paid with'],
  ['a payment without a time', 'update orders set paid_at = null where id = $paid', 'it is paid with'],
  ['a coupon’s share without a coupon', 'update orders set coupon_id = null where id = $reduced', 'off with coupon'],
  [
    'an order that stays open',
    `update orders set expires_at = now() - interval '2 days' where id = $pending`,
    'its time ended',
  ],
  [
    'a refund that waits',
    `insert into refunds (order_id, amount_cents, requested_by, created_at) values ($paid, 1, 'x', now() - interval '5 days')`,
    'a refund of 1 has waited',
  ],
  ['a payment that nobody took', 'delete from test_payments where order_id = $paid', 'the test service has taken 0'],
  ['another amount', paid('test_payments set amount_cents = 1'), 'the test service has taken 1'],
  [
    // A pending order's payment would be noticed by a job.
    'a payment of a cancelled order',
    `update test_payments set status = 'paid' where order_id = $cancelled`,
    'the test service has taken',
  ],
  [
    'a missing number',
    `update orders set number = substr(number, 1, 5) || '000099' where id = $paid`,
    'orders and the last number is',
  ],
  ['access without an entitlement', `update enrollments set access_until = 'infinity'`, 'entitlements say -infinity'],
])('finds %s', async (_title, statement, text) => {
  const broken = Object.entries(PLACES).reduce(
    (query, [name, id]) => query.replaceAll(`$${name}`, String(id)),
    statement,
  )
  await inBrokenShop(async (db) => {
    await db.execute(sql.raw(broken))
    await expect(runCheck(db)).rejects.toThrow(text)
  })
})

test('names the order', async () => {
  const { number } = await getOrderRow(t, PLACES.paid)
  await inBrokenShop(async (db) => {
    await db.execute(sql`delete from entitlements where order_id = ${PLACES.paid}`)
    expect((await checkLedger(db))[0]).toMatch(new RegExp(`^${number}: it is paid and opens course \\d+ for nobody`))
  })
})

test('prints fifty differences and counts the rest', async () => {
  await inBrokenShop(async (db) => {
    await db.execute(sql`insert into order_numbers select year, 1 from generate_series(1900, 1959) as year`)
    const report = await runCheck(db).catch((error: Error) => error.message)
    expect(report.split('\n')).toHaveLength(51)
    expect(report).toMatch(/and 10 more$/)
  })
})
