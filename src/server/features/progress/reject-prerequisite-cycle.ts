import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'

/**
 * Lets two admins change prerequisites one after the other, because each could close half of a cycle. It comes before the
 * lock of a course: the second admin would hold the course that the first one's prerequisite refers to.
 */
export async function lockPrerequisites(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('prerequisites change', 0))`)
}

/** Call it with `lockPrerequisites`. Throws prerequisite_cycle if one of these leads back to the course. */
export async function rejectPrerequisiteCycle(tx: Tx, courseId: number, requiredIds: readonly number[]): Promise<void> {
  const { rows } = await tx.execute(sql`
    with recursive required (id) as (
      select unnest(${sql.param(requiredIds)}::bigint[])
      union
      select p.required_course_id from prerequisites p join required on p.course_id = required.id
    )
    select 1 from required where id = ${courseId}`)
  if (rows.length > 0) throw new AppError('prerequisite_cycle')
}
