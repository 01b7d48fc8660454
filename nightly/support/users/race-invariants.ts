import { connect } from '../../../src/server/platform/db/connect.ts'
import type { DatabaseSettings } from '../with-product.ts'

const INVARIANTS: [string, string][] = [
  ['an admin is left', `select 1 where not exists (select 1 from users where role = 'admin')`],
  ['one enrollment each', 'select 1 from enrollments group by user_id, course_id having count(*) > 1'],
  [
    'lessons counted as completed',
    `select 1 from enrollments e where e.completed_lessons <> (select count(*) from lesson_progress p join lessons l
     on l.id = p.lesson_id where p.user_id = e.user_id and l.course_id = e.course_id and p.completed_at is not null)`,
  ],
  [
    'reviews counted',
    `select 1 from courses c where c.reviews_count <> (select count(*) from reviews r where r.course_id = c.id)
     or c.stars_sum <> (select coalesce(sum(stars), 0) from reviews r where r.course_id = c.id)`,
  ],
  ['one review each', 'select 1 from reviews group by user_id, course_id having count(*) > 1'],
  ['one account an address', 'select 1 from users group by lower(email) having count(*) > 1'],
  [
    'one paid order for a course',
    `select 1 from orders o join order_items i on i.order_id = o.id where o.status = 'paid' and o.user_id is not null
     group by o.user_id, i.course_id having count(*) > 1`,
  ],
  [
    'one payment of an order',
    `select 1 from test_payments where status = 'paid' group by order_id having count(*) > 1`,
  ],
  [
    'an order is paid by one event',
    `select 1 from orders o where o.status = 'paid'
     and 1 <> (select count(*) from order_events e where e.order_id = o.id and e.text like 'Paid%')`,
  ],
  [
    'a paid order of the test service has its payment',
    `select 1 from orders o where o.status = 'paid' and o.provider = 'test' and o.total_cents > 0
     and not exists (select 1 from test_payments p where p.order_id = o.id and p.status = 'paid')`,
  ],
  [
    'coupons used as often as they may be',
    `select 1 from coupons c where c.max_uses < (select count(*) from orders o where o.coupon_id = c.id
     and o.status in ('pending', 'paid'))`,
  ],
  [
    'one live entitlement',
    `select 1 from entitlements where revoked_at is null group by user_id, course_id having count(*) > 1`,
  ],
  [
    'courses of a user counted',
    `select 1 from users u where u.role = 'student' and u.course_joined <> (select count(*) from enrollments e where e.user_id = u.id)`,
  ],
]

/** The invariants that do not hold. The server must have stopped. */
export async function findBrokenInvariants(settings: DatabaseSettings): Promise<string[]> {
  const database = await connect(settings)
  try {
    const broken: string[] = []
    for (const [name, statement] of INVARIANTS) {
      const { rows } = await database.pool.query(statement)
      if (rows.length > 0) broken.push(`${name}: broken ${rows.length} times`)
    }
    return broken
  } finally {
    await database.close()
  }
}
