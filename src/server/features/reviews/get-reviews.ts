import { and, desc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { REVIEWS_PER_PAGE } from '#contract/limits.ts'
import { courses, reviews, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { requireVisibleCourse } from '#server/features/courses/require-visible-course.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { reviewColumns, toReview } from './review-row.ts'

export const getReviews: Handler<'getReviews'> = async ({ db, user }, { page, course_id }) => {
  if (course_id !== undefined) await requireVisibleCourse(db, user, course_id)
  else if (user.role !== 'admin') throw new AppError('invalid_input', { text: 'Choose a course' })
  const found = await db
    .select({ ...reviewColumns, courseTitle: courses.title })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .innerJoin(courses, and(eq(courses.id, reviews.courseId), isLive))
    .where(course_id === undefined ? undefined : eq(reviews.courseId, course_id))
    .orderBy(desc(reviews.id))
    .limit(REVIEWS_PER_PAGE + 1)
    .offset((page - 1) * REVIEWS_PER_PAGE)
  const { rows, nextPage } = paginate(found, page, REVIEWS_PER_PAGE)
  const msg = rows.map((row) => ({
    ...toReview(row),
    ...(course_id === undefined && { course_title: row.courseTitle }),
  }))
  return { msg, nextPage }
}
