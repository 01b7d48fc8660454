import { and, count, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const getCourseFunnel: Handler<'getCourseFunnel'> = async ({ db }, { course_id }) => {
  const [course] = await db
    .select({ title: courses.title, lessons: courses.lessonsCount })
    .from(courses)
    .where(and(eq(courses.id, course_id), isLive))
  if (!course) throw new AppError('course_not_found')
  const completedLessons = enrollments.completedLessons
  // A finished course stays finished, whatever was added since.
  const isHalf = sql`${enrollments.completedAt} is not null or (${completedLessons} > 0 and ${completedLessons} * 2 >= ${course.lessons})`
  const [funnel] = await db
    .select({
      enrolled: count(),
      started: sql<number>`count(*) filter (where ${completedLessons} > 0 or ${enrollments.completedAt} is not null)::int`,
      half: sql<number>`count(*) filter (where ${isHalf})::int`,
      completed: sql<number>`count(${enrollments.completedAt})::int`,
    })
    .from(enrollments)
    // The same students as in the list of courses, so without those whose access has ended.
    .where(and(eq(enrollments.courseId, course_id), hasAccess))
  return { msg: { course_id, ...course, ...(funnel ?? { enrolled: 0, started: 0, half: 0, completed: 0 }) } }
}
