import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, entitlements, users } from '#server/platform/db/schema.ts'
import { issueCertificatesOf } from '#server/features/certificates/issue-certificate.ts'
import { LATEST_END } from './entitlement-sql.ts'

/**
 * Locks what a change of access writes, in the order of all transactions: the order, its courses by id, enrollments by
 * id, then the user. Entitlements change only under the enrollment's lock. Returns the courses that the user is enrolled in.
 */
export async function lockAccess(tx: Tx, userId: number, courseIds: readonly number[]): Promise<number[]> {
  await tx
    .select({ id: courses.id })
    .from(courses)
    .where(inArray(courses.id, [...courseIds]))
    .orderBy(asc(courses.id))
    .for('key share')
  const locked = await tx
    .select({ courseId: enrollments.courseId })
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), inArray(enrollments.courseId, [...courseIds])))
    .orderBy(asc(enrollments.id))
    .for('update')
  return locked.map(({ courseId }) => courseId)
}

/** Whether the course is in My Courses, unless it is in the trash. Also where access has ended by time, until it is revoked. */
export const isJoined = sql<boolean>`${enrollments.accessUntil} > '-infinity'`

/** Writes what the entitlements say into the enrollment and the user's count. Call it with `lockAccess`'s locks. */
export async function updateAccess(tx: Tx, userId: number, courseId: number): Promise<void> {
  const isOwn = and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))
  const [before] = await tx.select({ isJoined }).from(enrollments).where(isOwn)
  const latestEnd = tx
    .select({ until: LATEST_END })
    .from(entitlements)
    .where(and(eq(entitlements.userId, userId), eq(entitlements.courseId, courseId)))
  const [after] = await tx
    .update(enrollments)
    .set({ accessUntil: sql`(${latestEnd})` })
    .where(isOwn)
    .returning({ isJoined, isFinished: sql<boolean>`${enrollments.completedAt} is not null` })
  if (after?.isFinished) await issueCertificatesOf(tx, { userId, courseId })
  if (!before || !after || before.isJoined === after.isJoined) return
  const isCounted = tx
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.id, courseId), isNull(courses.deletedAt)))
  await tx
    .update(users)
    .set({ courseJoined: sql`${users.courseJoined} + ${after.isJoined ? 1 : -1}` })
    .where(and(eq(users.id, userId), sql`exists ${isCounted}`))
}
