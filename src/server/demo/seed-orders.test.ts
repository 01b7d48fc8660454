import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { REFUNDS_A_YEAR } from '#contract/limits.ts'
import type { Revenue } from '#contract/schemas/operations/analytics.ts'
import { checkAccess } from '#server/features/access/check-access.ts'
import { coupons, orders } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { CARD, toOrder } from '#server/testing/commerce/orders.ts'
import { createTestApp, useTestApp } from '#server/testing/test-app.ts'
import { demoStudents } from './content/students-content.ts'
import { findDemoCoupon } from './find-demo-coupon.ts'
import { seedAuditLog } from './seed-audit-log.ts'
import { DEMO_COUPON } from './seed-orders.ts'
import { seedDemo } from './seed.ts'

const t = useTestApp({ DEMO: 'on', PAYMENTS: 'test' })
beforeAll(async () => {
  await seedDemo(t.database, t.env)
})

const select = async <Row extends Record<string, unknown>>(query: string) =>
  (await t.db.execute<Row>(sql.raw(query))).rows
const logins = demoStudents.slice(0, 3).map(({ email }) => `'${email}'`)

describe('the books of the demo academy', () => {
  it('has orders of every kind, over six months', async () => {
    const rows = await select<{ status: string; n: number }>('select status, count(*)::int as n from orders group by 1')
    const counts = Object.fromEntries(rows.map(({ status, n }) => [status, n]))
    expect(counts).toMatchObject({ pending: 2, disputed: 1 })
    for (const status of ['paid', 'refunded', 'partially_refunded', 'cancelled', 'expired'])
      expect([status, (counts[status] ?? 0) > 0]).toEqual([status, true])
    expect(await select(`select 1 from orders where paid_at < now() - interval '150 days' limit 1`)).toHaveLength(1)
    expect(await select('select 1 from orders where refund_requested_at is not null')).toHaveLength(1)
  })

  it('has a request for a refund that an admin decides about, and parts that an admin gave', async () => {
    const [asked] = await select<{ refunds: number; is_in_time: boolean }>(`
      select o.paid_at > o.refund_requested_at - interval '30 days' as is_in_time, (
        select count(*)::int from refunds r join orders x on x.id = r.order_id where x.user_id = o.user_id
          and r.amount_cents = x.total_cents and r.created_at > o.refund_requested_at - interval '365 days') as refunds
      from orders o where refund_requested_at is not null`)
    expect(asked).toEqual({ refunds: expect.any(Number), is_in_time: true })
    expect(asked?.refunds).toBeGreaterThanOrEqual(REFUNDS_A_YEAR)
    const parts = await select<{ requested_by: string }>(`
      select requested_by from refunds r join orders o on o.id = r.order_id where o.status = 'partially_refunded'`)
    expect(new Set(parts.map(({ requested_by }) => requested_by))).toEqual(new Set([t.env.adminEmail]))
  })

  it('numbers the orders of each year without gaps, in the order in which they were made', async () => {
    const rows = await select<{ number: string; year: string }>(
      `select number, extract(year from created_at at time zone 'UTC')::text as year from orders order by created_at, id`,
    )
    const last: Record<string, number> = {}
    const expected = rows.map(({ year }) => {
      last[year] = (last[year] ?? 0) + 1
      return `${year}-${String(last[year]).padStart(6, '0')}`
    })
    expect(rows.map(({ number }) => number)).toEqual(expected)
    const kept = await select<{ year: number; last: number }>('select year, last from order_numbers')
    expect(Object.fromEntries(kept.map((row) => [row.year, row.last]))).toEqual(last)
  })

  it('gives every enrollment an entitlement, and every paid order one', async () => {
    expect(await checkAccess(t.db)).toEqual([])
    expect(
      await select(`
        select 'enrollment', e.id from enrollments e
          where not exists (select 1 from entitlements x where x.user_id = e.user_id and x.course_id = e.course_id)
        union all
        select 'order', o.id from orders o join order_items i on i.order_id = o.id
          where (o.paid_at is not null) <> exists (
            select 1 from entitlements x where x.order_id = o.id and x.user_id = o.user_id and x.course_id = i.course_id
              and (x.revoked_at is not null) = (o.status in ('refunded', 'disputed'))
          )
        union all
        select 'free', x.id from entitlements x join courses c on c.id = x.course_id
          where (x.source = 'free') <> (c.due_cents = 0)`),
    ).toEqual([])
  })

  it('keeps sums of orders, items, refunds and test payments equal', async () => {
    expect(
      await select(`
        select o.id from orders o join order_items i on i.order_id = o.id
          where (o.list_cents, o.discount_cents, o.coupon_cents, o.tax_cents, o.total_cents)
            <> (i.list_cents, i.discount_cents, i.coupon_cents, i.tax_cents, i.total_cents)
        union all
        select id from orders o where refunded_cents
          <> (select coalesce(sum(amount_cents), 0) from refunds where order_id = o.id and status = 'succeeded')
        union all
        select o.id from orders o left join test_payments p on p.order_id = o.id
          where (o.provider = 'test') <> (p.reference is not null)
            or p.refunded_cents <> o.refunded_cents or (p.status = 'paid') <> (o.paid_at is not null)`),
    ).toEqual([])
  })

  it('has no event in the future, before its user joined, or out of order', async () => {
    expect(
      await select(`
        select o.id from orders o join users u on u.id = o.user_id join order_items i on i.order_id = o.id
          join courses c on c.id = i.course_id
          where o.created_at > now() or o.paid_at > now() or o.refunded_at > now() or o.created_at < u.joined_at
            or o.paid_at < o.created_at or o.refunded_at < o.paid_at
            or (o.paid_at is null and o.created_at < c.created_at)
        union all
        select a.id from order_events a join order_events b on b.order_id = a.order_id and b.id > a.id
          where a.created_at > b.created_at or b.created_at > now()
        union all
        select o.id from orders o join order_items i on i.order_id = o.id join lessons l on l.course_id = i.course_id
          join lesson_progress p on p.lesson_id = l.id and p.user_id = o.user_id
          where o.status = 'refunded' and p.completed_at > o.refunded_at
        union all
        select o.id from orders o join coupons c on c.id = o.coupon_id where c.created_at > o.paid_at`),
    ).toEqual([])
  })

  it('sells more in the last quarter than before, and less at weekends', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    const { body } = await t.call('getRevenue', { days: 365 }, admin.cookie)
    const { days, courses } = body.msg as Revenue
    const sum = (list: Revenue['days'], key: 'revenue' | 'orders') => list.reduce((total, day) => total + day[key], 0)
    expect(sum(days.slice(-90), 'revenue')).toBeGreaterThan(2 * sum(days.slice(-180, -90), 'revenue'))
    expect((await select("select 1 from refunds where status = 'succeeded'")).length).toBeGreaterThan(5)
    // Some fall on one day.
    expect(days.filter(({ refunds }) => refunds > 0).length).toBeGreaterThan(3)
    expect(courses).toHaveLength(10)
    const weekend = days.filter(({ day }) => [0, 6].includes(new Date(day).getUTCDay()))
    expect(sum(weekend, 'orders') / sum(days, 'orders')).toBeLessThan(0.25)
  })

  it('has no order with a discount before the audit log’s entry that sets it', async () => {
    await seedAuditLog(t.db)
    expect(
      await select(`
        select o.id from orders o join order_items i on i.order_id = o.id
          join audit_log a on a.action = 'course.change' and a.subject_id = i.course_id::text
          where o.discount_cents > 0 and o.created_at < a.created_at`),
    ).toEqual([])
  })

  it('is the same in every database', async () => {
    const other = await createTestApp({ DEMO: 'on', PAYMENTS: 'test' })
    await seedDemo(other.database, other.env)
    const read = async (app: typeof t) =>
      (await app.db.select().from(orders).orderBy(orders.number)).map((row) => [
        ...[row.number, row.buyerEmail, row.status, row.totalCents, row.couponCode, row.provider],
      ])
    expect(await read(other)).toEqual(await read(t))
    await other.close()
  })
})

describe('what a visitor can try', () => {
  it('leaves each demo student a priced course to buy, with the coupon', async () => {
    for (const { email } of demoStudents.slice(0, 3)) {
      const { cookie = '' } = await t.call('login', { email, password: 'lantern-light' })
      const [course] = await select<{ id: string; due_cents: number }>(`
        select id, due_cents from courses where due_cents > 0 and not exists (
          select 1 from enrollments e join users u on u.id = e.user_id where e.course_id = courses.id and u.email = '${email}'
        ) limit 1`)
      const course_id = Number(course?.id)
      const order = toOrder(await t.call('createOrder', { course_id, coupon: DEMO_COUPON }, cookie))
      expect(order.total).toBeLessThan(Number(course?.due_cents) / 100)
      const paid = toOrder(await t.call('payTestOrder', { order_id: order.order_id, card: CARD.paid }, cookie))
      expect(paid.status).toBe('paid')
      expect(toOrder(await t.call('refundOrder', { order_id: order.order_id }, cookie)).status).toBe('refunded')
    }
  })

  it('names the coupon at the start until an admin ends it', async () => {
    expect(await findDemoCoupon(t.db)).toBe(DEMO_COUPON)
    const isWelcome = eq(coupons.code, DEMO_COUPON)
    await t.db
      .update(coupons)
      .set({ endsAt: sql`now()` })
      .where(isWelcome)
    expect(await findDemoCoupon(t.db)).toBeUndefined()
    await t.db.update(coupons).set({ endsAt: null }).where(isWelcome)
  })

  it('gives the demo students orders, none of them refunded or disputed', async () => {
    const rows = await select<{ email: string; n: number }>(`
      select u.email, count(*)::int as n from orders o join users u on u.id = o.user_id
      where u.email in (${logins.join()}) and o.created_at < now() - interval '1 hour' group by 1`)
    expect(rows).toHaveLength(3)
    expect(
      await select(`
        select o.id from orders o join users u on u.id = o.user_id
        where u.email in (${logins.join()}) and o.created_at < now() - interval '1 hour' and o.status <> 'paid'`),
    ).toEqual([])
  })

  it('lets an admin refund a seeded order, and mark one as paid', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    const find = async (where: ReturnType<typeof eq>) => at(await t.db.select().from(orders).where(where).limit(1)).id
    const asked = await find(sql`refund_requested_at is not null` as never)
    const reason = 'As asked'
    expect(toOrder(await t.call('refundOrder', { order_id: asked, reason }, admin.cookie)).status).toBe('refunded')
    const pending = await find(eq(orders.status, 'pending'))
    expect(
      toOrder(await t.call('markOrderPaid', { order_id: pending, reference: 'Transfer' }, admin.cookie)).status,
    ).toBe('paid')
  })

  it('has the coupon for all courses, and one for the dearest', async () => {
    const rows = await t.db.select().from(coupons).orderBy(coupons.id)
    expect(rows).toMatchObject([
      { code: 'WELCOME25', kind: 'percent', value: 2_500, courseIds: [], maxUses: null, maxPerStudent: null },
      { code: 'LANTERN10', kind: 'amount', value: 1_000 },
    ])
    expect(rows[1]?.courseIds.length).toBeGreaterThan(0)
    const used = await select<{ n: number }>(
      'select count(*)::int as n from orders group by coupon_id having coupon_id > 0',
    )
    expect(used).toHaveLength(2)
  })
})

it('sells nothing with payments off, and opens every course for free', async () => {
  const other = await createTestApp({ DEMO: 'on', PAYMENTS: 'off' })
  await seedDemo(other.database, other.env)
  expect(await other.db.select().from(orders)).toEqual([])
  expect(await checkAccess(other.db)).toEqual([])
  await other.close()
})
