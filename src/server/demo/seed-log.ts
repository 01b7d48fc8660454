import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import {
  blogs,
  comments,
  courses,
  enrollments,
  orderEvents,
  orders,
  reviews,
  systemLog,
  users,
} from '#server/platform/db/schema.ts'

/** Adds the log entries of the last 90 days, which is how long the product retains them. */
export async function seedLog(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into ${systemLog} (kind, message, email, student_id, created_at)
    select kind, message, email, id, at from (
      select 'account' as kind, 'Signed up' as message, email, id, joined_at as at from ${users} where role = 'student'
      union all
      select 'learning', 'Enrolled in “' || title || '”', email, u.id, e.created_at
        from ${enrollments} e join ${users} u on u.id = user_id join ${courses} c on c.id = course_id
      union all
      select 'learning', 'Completed “' || title || '”', email, u.id, completed_at
        from ${enrollments} e join ${users} u on u.id = user_id join ${courses} c on c.id = course_id where completed_at is not null
      union all
      select 'review', 'Reviewed “' || title || '”: ' || stars || ' of 5 stars', email, u.id, r.created_at
        from ${reviews} r join ${users} u on u.id = user_id join ${courses} c on c.id = course_id
      union all
      select 'comment', 'Commented on “' || title || '”', email, u.id, c.created_at
        from ${comments} c join ${users} u on u.id = user_id join ${blogs} b on b.id = blog_id
      union all
      select 'order', 'Order ' || number || ': ' || e.text, coalesce(by_email, buyer_email), user_id, e.created_at
        from ${orderEvents} e join ${orders} o on o.id = order_id where e.text <> 'Ordered'
    ) as happened
    where at > now() - interval '90 days'
    order by at
  `)
}
