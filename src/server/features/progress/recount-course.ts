import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'

/**
 * Recounts what each student has completed of the course's lessons, after some were added or removed. It finishes nobody
 * and reopens nothing. Call it with the locks of the course and its enrollments.
 */
export async function recountCourse(tx: Tx, courseId: number): Promise<void> {
  await tx.execute(sql`
    update enrollments set completed_lessons = done.count
    from (
      select e.id, count(p.lesson_id)::int as count
      from enrollments e
      left join lessons l on l.course_id = e.course_id
      left join lesson_progress p on p.lesson_id = l.id and p.user_id = e.user_id and p.completed_at is not null
      where e.course_id = ${courseId}
      group by e.id
    ) as done
    where done.id = enrollments.id and enrollments.completed_lessons <> done.count
  `)
}
