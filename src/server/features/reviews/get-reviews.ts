import { desc, eq, not, notInArray } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { REVIEWS_PER_PAGE } from '#contract/limits.ts'
import { courses, reviews, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { requireVisibleCourse } from '#server/features/courses/require-visible-course.ts'
import { isOnPage, paginate } from '#server/platform/db/paginate.ts'
import { reviewColumns, toReview } from './review-row.ts'

export const getReviews: Handler<'getReviews'> = async ({ db, user }, { page, course_id }) => {
  if (course_id !== undefined) await requireVisibleCourse(db, user, course_id)
  else if (user.role !== 'admin') throw new AppError('invalid_input', { text: 'Choose a course' })
  // Few courses are in the trash, so that leaving them out takes no look at each review's course.
  const deleted = db.select({ id: courses.id }).from(courses).where(not(isLive))
  const ids = db
    .select({ id: reviews.id })
    .from(reviews)
    .where(course_id === undefined ? notInArray(reviews.courseId, deleted) : eq(reviews.courseId, course_id))
    .orderBy(desc(reviews.id))
    .limit(REVIEWS_PER_PAGE + 1)
    .offset((page - 1) * REVIEWS_PER_PAGE)
  const found = await db
    .select({ ...reviewColumns, courseTitle: courses.title })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .innerJoin(courses, eq(courses.id, reviews.courseId))
    .where(isOnPage(reviews.id, ids))
    .orderBy(desc(reviews.id))
  const { rows, nextPage } = paginate(found, page, REVIEWS_PER_PAGE)
  const msg = rows.map((row) => ({
    ...toReview(row),
    ...(course_id === undefined && { course_title: row.courseTitle }),
  }))
  return { msg, nextPage }
}
