import { and, asc, count, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { TRASH_DAYS } from '#contract/limits.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, users } from '#server/platform/db/schema.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { isJoined } from '#server/features/access/update-access.ts'

const TRASH_START = sql`now() - make_interval(days => ${TRASH_DAYS})`

/** Archived, or in the trash and not yet due to be purged. */
export const isRestorable = or(isNotNull(courses.archivedAt), sql`${courses.deletedAt} > ${TRASH_START}`)

/** No call can reach it any more, so it can be deleted in steps. */
export const isPurgeable = sql`${courses.deletedAt} <= ${TRASH_START}`

/**
 * Changes courseJoined of the students who have joined the course, and returns their ids. Call with the course locked for update, which
 * blocks new enrollments and the deletion of its students.
 */
export async function changeJoinedCounts(tx: Tx, courseId: number, change: 1 | -1): Promise<number[]> {
  const enrolled = tx
    .select({ id: enrollments.userId })
    .from(enrollments)
    .where(and(eq(enrollments.courseId, courseId), isJoined))
  const locked = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, enrolled))
    .orderBy(asc(users.id))
    .for('no key update')
  await tx
    .update(users)
    .set({ courseJoined: sql`${users.courseJoined} + ${change}` })
    .where(inArray(users.id, enrolled))
  return locked.map(({ id }) => id)
}

export async function countStudents(tx: Tx, courseId: number): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(enrollments)
    .where(and(eq(enrollments.courseId, courseId), hasAccess))
  return row?.n ?? 0
}
