import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessons } from '#server/platform/db/schema.ts'

/**
 * The student's enrollment in a course, locked so that ticks follow one another, once it is certain that the
 * lesson is one of the course's. Refuses with course_not_found, not_enrolled or lesson_not_found.
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
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .leftJoin(lessons, and(eq(lessons.courseId, courses.id), eq(lessons.id, lessonId)))
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
    .for('update', { of: enrollments })
  if (!row) {
    const [course] = await tx
      .select({ id: courses.id })
      .from(courses)
      .where(and(eq(courses.id, courseId), eq(courses.isPublic, true)))
    throw new AppError(course ? 'not_enrolled' : 'course_not_found')
  }
  if (row.lessonId === null) throw new AppError('lesson_not_found')
  return { courseTitle: row.courseTitle, lessonsCount: row.lessonsCount, wasCompleted: row.completedAt !== null }
}
