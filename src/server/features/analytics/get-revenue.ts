import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AnalyticsRange } from '#contract/choices.ts'
import { toDollars } from '#contract/money.ts'
import type { Revenue } from '#contract/schemas/operations/analytics.ts'
import type { RevenueDay } from '#contract/schemas/operations/analytics.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { STRIPE_TEST_PREFIX } from '#server/features/orders/is-test-order.ts'
import { courses, orderItems, orders, refunds } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { getDayStart, getFirstDay } from './utc-days.ts'

const TOP_COURSES_LIMIT = 10

/** As `isTestOrder` says. */
const isTest = sql`coalesce(${orders.provider} = 'test' or starts_with(${orders.checkoutReference}, ${STRIPE_TEST_PREFIX}), false)`

/**
 * In the site's currency only: amounts in another one, from before the setting was changed, cannot be added. Test payments count
 * until the site takes real ones.
 */
export const getRevenue: Handler<'getRevenue'> = async ({ db, payments }, { days }) => {
  const { currency, providers } = payments
  const takesMoney = providers.some((provider) => provider.takesMoney)
  const isCounted = and(eq(orders.currency, currency), takesMoney ? sql`not ${isTest}` : undefined)
  return {
    msg: { currency, days: await findDays(db, days, isCounted), courses: await findTopCourses(db, days, isCounted) },
  }
}

/**
 * An order counts on the day it was paid, whatever became of it, unless it was free; a refund on the day it was done, and what
 * a bank took back, as a refund, on the day of the dispute.
 */
async function findDays(db: Db, days: AnalyticsRange, isCounted: SQL | undefined): Promise<RevenueDay[]> {
  const start = getDayStart(getFirstDay(days))
  const { rows } = await db.execute<{ day: string; revenue: string; refunds: string; orders: number }>(sql`
    with paid as (
      select (paid_at at time zone 'UTC')::date as day, sum(total_cents) as cents, count(*)::int as orders
      from ${orders} where paid_at >= ${start} and total_cents > 0 and ${isCounted} group by 1
    ), refunded as (
      select (returned_at at time zone 'UTC')::date as day, sum(cents) as cents from (
        select done_at as returned_at, amount_cents as cents
        from ${refunds} join ${orders} on ${orders.id} = ${refunds.orderId}
        where ${refunds.status} = 'succeeded' and ${isCounted}
        union all
        select disputed_at, total_cents - refunded_cents from ${orders} where ${orders.status} = 'lost' and ${isCounted}
      ) as returned where returned_at >= ${start} group by 1
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(paid.cents, 0) as revenue,
      coalesce(refunded.cents, 0) as refunds, coalesce(paid.orders, 0) as orders
    from (
      select generate_series((${getFirstDay(days)})::timestamp, (now() at time zone 'UTC')::date::timestamp, interval '1 day')::date as day
    ) as d
    left join paid using (day) left join refunded using (day)
    order by 1
  `)
  return rows.map((row) => ({
    day: row.day,
    revenue: toDollars(Number(row.revenue)),
    refunds: toDollars(Number(row.refunds)),
    orders: row.orders,
  }))
}

/** What is left of the orders paid in these days, after their refunds. */
async function findTopCourses(db: Db, days: AnalyticsRange, isCounted: SQL | undefined): Promise<Revenue['courses']> {
  const { rows } = await db.execute<{ course_id: number; title: string; orders: number; revenue: string }>(sql`
    select ${orderItems.courseId}::int as course_id, ${courses.title} as title, count(*)::int as orders,
      round(sum(${orderItems.totalCents} * (${orders.totalCents} - ${orders.refundedCents})::numeric / ${orders.totalCents})) as revenue
    from ${orders} join ${orderItems} on ${orderItems.orderId} = ${orders.id}
      join ${courses} on ${courses.id} = ${orderItems.courseId}
    where ${orders.paidAt} >= ${getDayStart(getFirstDay(days))} and ${isCounted}
      and ${orders.totalCents} > ${orders.refundedCents} and ${orders.status} <> 'lost'
    group by ${orderItems.courseId}, ${courses.title}
    order by revenue desc, course_id desc
    limit ${TOP_COURSES_LIMIT}
  `)
  return rows.map((row) => ({ ...row, revenue: toDollars(Number(row.revenue)) }))
}
