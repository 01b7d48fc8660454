import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { enrollments, entitlements } from '#server/platform/db/schema.ts'
import { LATEST_END } from './entitlement-sql.ts'

interface AccessDifference {
  userId: number
  courseId: number
  /** Null without an enrollment. */
  accessUntil: string | null
  /** What the entitlements say. */
  expected: string
}

/** Finds enrollments whose `accessUntil` differs from what the entitlements say, and entitlements without an enrollment. */
export async function checkAccess(db: Pick<Db, 'execute'>): Promise<AccessDifference[]> {
  const { rows } = await db.execute<{ user_id: string; course_id: string; until: string | null; expected: string }>(sql`
    select user_id, course_id, access_until::text as until, coalesce(latest_end, '-infinity')::text as expected
    from ${enrollments} full join (
      select user_id, course_id, ${LATEST_END} as latest_end from ${entitlements} group by user_id, course_id
    ) as ends using (user_id, course_id)
    where access_until is distinct from coalesce(latest_end, '-infinity')
    order by user_id, course_id
  `)
  return rows.map(({ user_id, course_id, until, expected }) => ({
    userId: Number(user_id),
    courseId: Number(course_id),
    accessUntil: until,
    expected,
  }))
}
