import { and, count, eq } from 'drizzle-orm'
import { reviews, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { refuseHiddenCourse } from '#server/features/courses/refuse-hidden-course.ts'
import { reviewColumns, toReview } from './review-row.ts'

export const getReviewSummary: Handler<'getReviewSummary'> = async ({ db, user }, { course_id }) => {
  await refuseHiddenCourse(db, user, course_id)
  const spread = await db
    .select({ stars: reviews.stars, n: count() })
    .from(reviews)
    .where(eq(reviews.courseId, course_id))
    .groupBy(reviews.stars)
  const [own] = await db
    .select(reviewColumns)
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.courseId, course_id), eq(reviews.userId, user.student_id)))
  const gave = (stars: number) => spread.find((row) => row.stars === stars)?.n ?? 0
  return { msg: { counts: [gave(1), gave(2), gave(3), gave(4), gave(5)], own: own ? toReview(own) : null } }
}
