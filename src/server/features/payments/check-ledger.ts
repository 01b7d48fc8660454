import { sql, type SQL } from 'drizzle-orm'
import { checkAccess } from '#server/features/access/check-access.ts'
import type { Db } from '#server/platform/db/connect.ts'

/** Each selects `number`, the order's or the year's, and `text`, what is wrong, in cents. */
const CHECKS: SQL[] = [
  sql`select number, 'its items add up to ' || sums.total || ' and it says ' || o.total_cents as text
    from orders o left join lateral (
      select coalesce(sum(list_cents), 0) as list, coalesce(sum(discount_cents), 0) as discount,
        coalesce(sum(coupon_cents), 0) as coupon, coalesce(sum(tax_cents), 0) as tax, coalesce(sum(total_cents), 0) as total
      from order_items where order_id = o.id
    ) sums on true
    where (sums.list, sums.discount, sums.coupon, sums.tax, sums.total)
      <> (o.list_cents, o.discount_cents, o.coupon_cents, o.tax_cents, o.total_cents)`,
  sql`select number, 'it is ' || o.status || ' and opens course ' || i.course_id || ' for nobody, without a reason' as text
    from orders o join order_items i on i.order_id = o.id
    where o.paid_at is not null and o.user_id is not null and not exists (
      select from entitlements e where e.order_id = o.id and e.course_id = i.course_id and e.user_id = o.user_id
        and (e.revoked_at is null or e.revoked_reason is not null))`,
  sql`select number, 'it is ' || o.status || ' and still opens course ' || e.course_id as text
    from orders o join entitlements e on e.order_id = o.id
    where e.revoked_at is null and o.status not in ('paid', 'partially_refunded')`,
  sql`select number, 'its refund takes all and course ' || e.course_id || ' is open' as text
    from orders o join entitlements e on e.order_id = o.id
    where e.revoked_at is null and o.total_cents > 0 and o.total_cents = (
      select sum(amount_cents) from refunds where order_id = o.id and status in ('pending', 'succeeded'))`,
  sql`select number, 'its refunds add up to ' || sums.done || ' and it says ' || o.refunded_cents as text
    from orders o left join lateral (
      select coalesce(sum(amount_cents) filter (where status = 'succeeded'), 0) as done,
        coalesce(sum(amount_cents) filter (where status in ('pending', 'succeeded')), 0) as planned
      from refunds where order_id = o.id
    ) sums on true
    where sums.done <> o.refunded_cents or sums.planned > o.total_cents`,
  sql`select number, 'it is ' || status || ' with ' || refunded_cents || ' of ' || total_cents || ' refunded' as text
    from orders
    where (status = 'refunded') <> (total_cents > 0 and refunded_cents = total_cents and status not in ('lost', 'disputed'))
      or (status = 'partially_refunded' and refunded_cents = 0) or (status = 'paid' and refunded_cents > 0)
      or (status in ('pending', 'cancelled', 'expired')) <> (paid_at is null)`,
  sql`select number, 'it takes ' || coupon_cents || ' off with coupon ' || coalesce(coupon_code, 'none') as text
    from orders where (coupon_cents > 0) <> (coupon_id is not null) or (coupon_id is null) <> (coupon_code is null)`,
  sql`select number, 'its time ended and it is still open: is a server running?' as text
    from orders where status = 'pending' and not is_processing and expires_at < now() - interval '1 day'`,
  sql`select number, 'a refund of ' || amount_cents || ' has waited for over four days' as text
    from refunds join orders o on o.id = order_id
    where refunds.status = 'pending' and refunds.created_at < now() - interval '4 days'`,
  sql`select number, 'the test service has taken ' || coalesce(p.amount_cents, 0) || ' and refunded '
      || coalesce(p.refunded_cents, 0) || ' of it' as text
    from orders o left join test_payments p on p.order_id = o.id and p.status = 'paid'
    where o.provider = 'test' and (
      (o.paid_at is null) <> (p.order_id is null)
      or p.amount_cents <> o.total_cents
      or (p.refunded_cents <> o.refunded_cents
        and not exists (select from refunds where order_id = o.id and refunds.status = 'pending')))`,
  sql`select year::text as number, 'it has ' || count(o.id) || ' orders and the last number is ' || last as text
    from order_numbers left join orders o on o.number like year || '-%' group by year, last
    having count(o.id) <> last or max(substr(o.number, 6)::integer) <> last`,
]

/** Compares orders, payments, refunds and access. Returns one sentence for each difference; none when all agree. */
export async function checkLedger(db: Pick<Db, 'execute'>): Promise<string[]> {
  const differences: string[] = []
  for (const check of CHECKS) {
    const { rows } = await db.execute<{ number: string; text: string }>(sql`${check} order by number`)
    differences.push(...rows.map(({ number, text }) => `${number}: ${text}`))
  }
  const access = await checkAccess(db)
  return [
    ...differences,
    ...access.map(
      ({ userId, courseId, accessUntil, expected }) =>
        `user ${userId}, course ${courseId}: access until ${accessUntil ?? 'none'}, entitlements say ${expected}`,
    ),
  ]
}
