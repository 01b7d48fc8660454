import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { isLive, isPublished } from '#server/features/courses/course-row.ts'

export type LockedEnrollment = Awaited<ReturnType<typeof lockEnrollment>>

/**
 * Locks the course against deletion and then the student's enrollment, so that changes of progress come one after
 * another. Read what they depend on afterwards: this statement may have waited. Throws course_not_found or not_enrolled.
 */
export async function lockEnrollment(tx: Tx, userId: number, courseId: number) {
  // Its lock is taken first, as in every transaction: the join comes before the enrollment's lock.
  const course = tx
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(and(eq(courses.id, courseId), isLive))
    .for('key share')
    .as('course')
  const [row] = await runPrepared(
    tx
      .select({
        id: enrollments.id,
        userId: enrollments.userId,
        courseId: enrollments.courseId,
        courseTitle: course.title,
        finishedAt: enrollments.completedAt,
        hasAccess: sql<boolean>`${hasAccess}`,
      })
      .from(enrollments)
      .innerJoin(course, eq(course.id, enrollments.courseId))
      .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
      .for('update', { of: enrollments }),
  )
  if (!row) throw await createNotEnrolledError(tx, courseId)
  return row
}

/** Like `lockEnrollment`, for what only a student with access may do. */
export async function lockOwnEnrollment(tx: Tx, userId: number, courseId: number): Promise<LockedEnrollment> {
  const enrollment = await lockEnrollment(tx, userId, courseId)
  if (!enrollment.hasAccess) throw await createNotEnrolledError(tx, courseId)
  return enrollment
}

async function createNotEnrolledError(tx: Tx, courseId: number): Promise<AppError> {
  const [course] = await tx
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.id, courseId), isPublished))
  return new AppError(course ? 'not_enrolled' : 'course_not_found')
}
