import { and, count, desc, eq, gte, sql } from 'drizzle-orm'
import { MY_COURSES_PER_PAGE } from '#contract/limits.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import {
  courseColumns,
  enrolledTitleMatches,
  isLive,
  TOP_RATED_MIN_TENTHS,
  toCourse,
} from '#server/features/courses/course-row.ts'

export const getEnrolledCourses: Handler<'getEnrolledCourses'> = async (
  { db, user },
  { page, search_text, select_data },
) => {
  const condition = and(
    isLive,
    eq(enrollments.userId, user.student_id),
    enrolledTitleMatches(search_text),
    select_data === 'Completed'
      ? and(gte(enrollments.completedLessons, courses.lessonsCount), sql`${courses.lessonsCount} > 0`)
      : undefined,
    select_data === 'Top Rated' ? gte(courses.starsTenths, TOP_RATED_MIN_TENTHS) : undefined,
  )
  const joinCondition = eq(courses.id, enrollments.courseId)
  const [rows, [total]] = await Promise.all([
    db
      .select(courseColumns)
      .from(enrollments)
      .innerJoin(courses, joinCondition)
      .where(condition)
      .orderBy(...(select_data === 'Top Rated' ? [desc(courses.starsTenths)] : []), desc(enrollments.id))
      .limit(MY_COURSES_PER_PAGE)
      .offset((page - 1) * MY_COURSES_PER_PAGE),
    db.select({ n: count() }).from(enrollments).innerJoin(courses, joinCondition).where(condition),
  ])
  const n = total?.n ?? 0
  return {
    msg: [rows.map(toCourse), [{ 'COUNT(*)': n }]],
    nextPage: page * MY_COURSES_PER_PAGE < n ? page + 1 : null,
  }
}
