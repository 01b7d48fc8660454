import { desc, eq } from 'drizzle-orm'
import { REVIEWS_PER_PAGE } from '#contract/limits.ts'
import { reviews, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requireVisibleCourse } from '#server/features/courses/require-visible-course.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { reviewColumns, toReview } from './review-row.ts'

export const getReviews: Handler<'getReviews'> = async ({ db, user }, { page, course_id }) => {
  await requireVisibleCourse(db, user, course_id)
  const found = await db
    .select(reviewColumns)
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(eq(reviews.courseId, course_id))
    .orderBy(desc(reviews.id))
    .limit(REVIEWS_PER_PAGE + 1)
    .offset((page - 1) * REVIEWS_PER_PAGE)
  const { rows, nextPage } = paginate(found, page, REVIEWS_PER_PAGE)
  return { msg: rows.map(toReview), nextPage }
}
