import { and, asc, eq, inArray } from 'drizzle-orm'
import type { AuditFields } from '#contract/audit-actions.ts'
import type { ParsedInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { toCents } from '#contract/money.ts'
import { isLive, isListed } from '#server/features/courses/course-row.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, learningPaths, pathCourses } from '#server/platform/db/schema.ts'

type PathInput = ParsedInput<'addPath'>

/** The path's columns from the form. */
export const toPathValues = ({ title, goal, description, level, ordered, price, public: isPublic }: PathInput) => ({
  title,
  goal,
  description,
  level,
  isOrdered: ordered,
  priceCents: price === null ? null : toCents(price),
  isPublic,
})

/** For the audit log. */
export async function readPathState(tx: Tx, pathId: number): Promise<AuditFields> {
  const [path] = await tx.select().from(learningPaths).where(eq(learningPaths.id, pathId))
  const rows = await tx
    .select({ courseId: pathCourses.courseId })
    .from(pathCourses)
    .where(eq(pathCourses.pathId, pathId))
    .orderBy(asc(pathCourses.place))
  return { ...path, courses: rows.map(({ courseId }) => courseId) }
}

/** Locks the courses in the order of all transactions. Throws course_not_found, and invalid_input without a public one. */
export async function lockCourses(tx: Tx, { course_ids, public: isPublic }: PathInput): Promise<void> {
  const found = await tx
    .select({ id: courses.id, isPublic: courses.isPublic, archivedAt: courses.archivedAt })
    .from(courses)
    .where(and(inArray(courses.id, course_ids), isLive))
    .orderBy(asc(courses.id))
    .for('key share')
  if (found.length < course_ids.length) throw new AppError('course_not_found')
  if (isPublic && !found.some((course) => course.isPublic && course.archivedAt === null))
    throw new AppError('invalid_input', { text: 'Add a public course before you publish the path' })
}

/** Writes the path's courses in their order. Archived and deleted ones, which the form does not show, stay at its end. */
export async function replaceCourses(tx: Tx, pathId: number, courseIds: readonly number[]): Promise<void> {
  const shown = tx.select({ id: courses.id }).from(courses).where(isListed)
  await tx.delete(pathCourses).where(and(eq(pathCourses.pathId, pathId), inArray(pathCourses.courseId, shown)))
  const hidden = await tx
    .select({ courseId: pathCourses.courseId })
    .from(pathCourses)
    .where(eq(pathCourses.pathId, pathId))
    .orderBy(asc(pathCourses.place))
  const hiddenIds = hidden.map(({ courseId }) => courseId).filter((id) => !courseIds.includes(id))
  await tx.delete(pathCourses).where(eq(pathCourses.pathId, pathId))
  const all = [...courseIds, ...hiddenIds]
  if (all.length > 0) await tx.insert(pathCourses).values(all.map((courseId, place) => ({ pathId, courseId, place })))
}
