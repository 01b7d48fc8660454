import { desc, eq } from 'drizzle-orm'
import { REVIEWS_PER_PAGE } from '#contract/reviews.ts'
import { reviews, users } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { refuseHiddenCourse } from '../courses/refuse-hidden-course.ts'
import { cutPage } from '../cut-page.ts'
import { reviewColumns, toReview } from './review-row.ts'

export const getReviews: Handler<'getReviews'> = async ({ db, user }, { page, course_id }) => {
  await refuseHiddenCourse(db, user, course_id)
  const found = await db
    .select(reviewColumns)
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(eq(reviews.courseId, course_id))
    .orderBy(desc(reviews.id))
    .limit(REVIEWS_PER_PAGE + 1)
    .offset((page - 1) * REVIEWS_PER_PAGE)
  const { rows, nextPage } = cutPage(found, page, REVIEWS_PER_PAGE)
  return { msg: rows.map(toReview), nextPage }
}
