import { and, eq, inArray, or } from 'drizzle-orm'
import type { ParsedInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, prerequisites } from '#server/platform/db/schema.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { rejectPrerequisiteCycle } from '#server/features/progress/reject-prerequisite-cycle.ts'

/**
 * Replaces the courses to finish before this one; without a list they stay. So do those in the trash, which the form does not
 * show. Checks for cycles follow them too, so restoring such a course closes none.
 */
export async function savePrerequisites(
  tx: Tx,
  courseId: number,
  input: ParsedInput<'addCourse'>['prerequisites'],
): Promise<void> {
  if (input === undefined) return
  const ids = input.map(({ course_id }) => course_id)
  if (new Set(ids).size < ids.length)
    throw new AppError('invalid_input', { text: 'A course can be a prerequisite only once' })
  const required = prerequisites.requiredCourseId
  const live = tx.select({ id: courses.id }).from(courses).where(isLive)
  await tx
    .delete(prerequisites)
    .where(and(eq(prerequisites.courseId, courseId), or(inArray(required, ids), inArray(required, live))))
  if (ids.length === 0) return
  const found = await tx
    .select({ title: courses.title, deletedAt: courses.deletedAt })
    .from(courses)
    .where(inArray(courses.id, ids))
  const deleted = found.find(({ deletedAt }) => deletedAt !== null)
  if (deleted || found.length < ids.length) {
    const name = deleted ? `The prerequisite “${deleted.title}”` : 'A prerequisite'
    throw new AppError('invalid_input', { text: `${name} was deleted. Remove it in Settings` })
  }
  await rejectPrerequisiteCycle(tx, courseId, ids)
  await tx
    .insert(prerequisites)
    .values(input.map(({ course_id, blocking }) => ({ courseId, requiredCourseId: course_id, isBlocking: blocking })))
}
