import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessons } from '#server/platform/db/schema.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { isLive, isPublished } from '#server/features/courses/course-row.ts'

/**
 * Locks the student's enrollment, so that completions are counted one after another.
 * Throws course_not_found, not_enrolled or, for another course's lesson, lesson_not_found.
 */
export async function lockEnrollment(tx: Tx, userId: number, courseId: number, lessonId: number) {
  const [row] = await tx
    .select({
      courseTitle: courses.title,
      lessonsCount: courses.lessonsCount,
      completedAt: enrollments.completedAt,
      lessonId: lessons.id,
    })
    .from(enrollments)
    .innerJoin(courses, and(eq(courses.id, enrollments.courseId), isLive))
    .leftJoin(lessons, and(eq(lessons.courseId, courses.id), eq(lessons.id, lessonId)))
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId), hasAccess))
    .for('update', { of: enrollments })
  if (!row) {
    const [course] = await tx
      .select({ id: courses.id })
      .from(courses)
      .where(and(eq(courses.id, courseId), isPublished))
    throw new AppError(course ? 'not_enrolled' : 'course_not_found')
  }
  if (row.lessonId === null) throw new AppError('lesson_not_found')
  return { courseTitle: row.courseTitle, lessonsCount: row.lessonsCount, wasCompleted: row.completedAt !== null }
}
