import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Revenue } from '#contract/schemas/operations/analytics.ts'
import { orderItems, orders, refunds } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser
let course: Awaited<ReturnType<typeof t.make.course>>
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})
beforeEach(async () => {
  for (const table of [refunds, orderItems, orders]) await t.db.delete(table)
  course = await t.make.course()
})

const ask = async (days: 7 | 30 | 90 | 365 = 7) =>
  (await t.call('getRevenue', { days }, admin.cookie)).body.msg as Revenue
const daysAgo = (days: number, time = '12:00') =>
  sql`((now() at time zone 'UTC')::date - ${days}::int + ${time}::time) at time zone 'UTC'` as never
const order = ({ of = course, ...values }: Partial<typeof orders.$inferInsert> & { of?: typeof course } = {}) =>
  insertOrder(t.db, admin.id, of.id, { totalCents: 6_000, ...values })
const refund = (orderId: number, amountCents: number, values: Partial<typeof refunds.$inferInsert> = {}) =>
  t.db.insert(refunds).values({
    ...{ orderId, amountCents, requestedBy: admin.email, status: 'succeeded' },
    doneAt: daysAgo(0, '00:00'),
    ...values,
  })

it.each([7, 30, 90, 365] as const)('returns %i UTC days, today last, also without any order', async (days) => {
  const { days: found, currency, courses } = await ask(days)
  const names = found.map(({ day }) => day)
  expect([found.length, new Set(names).size, names.at(-1)]).toEqual([days, days, new Date().toISOString().slice(0, 10)])
  expect(names).toEqual(names.toSorted())
  expect(found.every(({ revenue, refunds: back, orders: n }) => revenue === 0 && back === 0 && n === 0)).toBe(true)
  expect([currency, courses]).toEqual(['USD', []])
})

it('counts an order on the UTC day it was paid, from the first to the last moment of the range', async () => {
  await order({ paidAt: daysAgo(6, '00:00'), totalCents: 1_001 })
  await order({ paidAt: daysAgo(6, '23:59:59.999'), totalCents: 2_000 })
  await order({ paidAt: daysAgo(7, '23:59:59.999'), totalCents: 4_000 })
  await order({ paidAt: daysAgo(0, '00:00'), totalCents: 8_000 })
  const { days } = await ask(7)
  expect(days[0]).toMatchObject({ revenue: 30.01, orders: 2 })
  expect(days.at(-1)).toMatchObject({ revenue: 80, orders: 1 })
  expect(days.slice(1, -1).every(({ orders: n }) => n === 0)).toBe(true)
})

it('counts no order that was never paid', async () => {
  for (const status of ['pending', 'cancelled', 'expired'] as const) await order({ status })
  const { days, courses } = await ask()
  expect([days.some(({ orders: n }) => n > 0), courses]).toEqual([false, []])
})

it('keeps the revenue of a refunded order, and counts each refund on the day it was done', async () => {
  const { id } = await order({ status: 'refunded', refundedCents: 6_000, paidAt: daysAgo(3) })
  await refund(id, 2_500, { doneAt: daysAgo(2) })
  await refund(id, 3_500)
  await refund(id, 1, { status: 'pending', doneAt: null })
  await refund(id, 1, { status: 'failed' })
  const { days } = await ask()
  expect(at(days, -4)).toMatchObject({ revenue: 60, refunds: 0 })
  expect(at(days, -3)).toMatchObject({ revenue: 0, refunds: 25 })
  expect(at(days, -1)).toMatchObject({ revenue: 0, refunds: 35 })
})

it('counts what a bank took back as a refund on the day of the dispute', async () => {
  const values = { paidAt: daysAgo(3), disputedAt: daysAgo(1) }
  const { id } = await order({ ...values, status: 'lost', refundedCents: 1_000 })
  await refund(id, 1_000, { doneAt: daysAgo(2) })
  await order({ ...values, status: 'disputed' })
  const { days } = await ask()
  expect(days.slice(-4)).toMatchObject([
    { revenue: 120, refunds: 0 },
    { revenue: 0, refunds: 10 },
    { revenue: 0, refunds: 50 },
    { revenue: 0, refunds: 0 },
  ])
})

it('leaves out amounts in another currency', async () => {
  const { id } = await order({ currency: 'EUR', status: 'partially_refunded', refundedCents: 100 })
  await refund(id, 100)
  const { days, courses } = await ask()
  expect([at(days, -1), courses]).toEqual([{ day: at(days, -1).day, revenue: 0, refunds: 0, orders: 0 }, []])
})

it('adds more cents than a 32-bit integer holds', async () => {
  for (let n = 0; n < 3; n++) await order({ totalCents: 1_000_000_000 })
  const { days, courses } = await ask()
  expect([at(days, -1).revenue, courses[0]?.revenue]).toEqual([30_000_000, 30_000_000])
})

it('lists the ten courses that earned most, less refunds and lost disputes, with their titles of today', async () => {
  const [best, middle, lost] = [await t.make.course(), await t.make.course(), await t.make.course()]
  for (let n = 0; n < 9; n++) await order({ of: await t.make.course(), totalCents: 100 + n })
  await order({ of: middle, totalCents: 5_000 })
  await order({ of: best, totalCents: 4_000 })
  await order({ of: best, totalCents: 4_000, status: 'partially_refunded', refundedCents: 1_999 })
  await order({ of: middle, totalCents: 9_000, status: 'refunded', refundedCents: 9_000 })
  await order({ of: lost, totalCents: 9_000, status: 'lost' })
  await order({ of: middle, totalCents: 9_000, paidAt: daysAgo(7) })
  await t.db.execute(sql`update courses set title = 'Renamed' where id = ${best.id}`)
  const { courses } = await ask()
  expect(courses).toHaveLength(10)
  expect(courses.slice(0, 3)).toEqual([
    { course_id: best.id, title: 'Renamed', orders: 2, revenue: 60.01 },
    { course_id: middle.id, title: middle.title, orders: 1, revenue: 50 },
    expect.objectContaining({ revenue: 1.08 }),
  ])
})

it('lists no course that was only given away', async () => {
  await order({ totalCents: 0, provider: null })
  expect(await ask()).toMatchObject({ courses: [] })
})

it.each([{ days: 8 }, { days: '7' }, {}])('returns 400 for %j', async (input) => {
  expect((await t.send('getRevenue', input, admin.cookie)).status).toBe(400)
})

it('counts no free order, and test payments only until the site takes real ones', async () => {
  await order({ paidAt: daysAgo(0, '00:00'), totalCents: 0 })
  await order({ paidAt: daysAgo(0, '00:00'), provider: 'test' })
  await order({ paidAt: daysAgo(0, '00:00'), provider: 'stripe', checkoutReference: 'cs_test_1' })
  await order({ paidAt: daysAgo(0, '00:00'), totalCents: 1_000, provider: 'manual' })
  const keys = { STRIPE_WEBHOOK_SECRET: 'whsec_1', PUBLIC_URL: 'https://learn.example.org' }
  const read = async (PAYMENTS: string, STRIPE_SECRET_KEY = 'sk_test_1') => {
    const site = await t.startSecondServer({ PAYMENTS, STRIPE_SECRET_KEY, ...keys })
    const { days, courses } = (await site.call('getRevenue', { days: 7 }, admin.cookie.replace('sid', '__Host-sid')))
      .body.msg as Revenue
    await site.close()
    return [days.at(-1), ...courses]
  }
  expect(await read('test')).toMatchObject([{ revenue: 130, orders: 3 }, { revenue: 130 }])
  expect(await read('stripe')).toMatchObject([{ revenue: 130, orders: 3 }, { revenue: 130 }])
  expect(await read('stripe', 'sk_live_1')).toMatchObject([{ revenue: 10, orders: 1 }, { revenue: 10 }])
  expect(await read('manual')).toMatchObject([{ revenue: 10, orders: 1 }, { revenue: 10 }])
})
