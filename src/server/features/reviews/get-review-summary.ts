import { and, count, eq } from 'drizzle-orm'
import { reviews, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requireVisibleCourse } from '#server/features/courses/require-visible-course.ts'
import { reviewColumns, toReview } from './review-row.ts'

export const getReviewSummary: Handler<'getReviewSummary'> = async ({ db, user }, { course_id }) => {
  await requireVisibleCourse(db, user, course_id)
  const starCounts = await db
    .select({ stars: reviews.stars, n: count() })
    .from(reviews)
    .where(eq(reviews.courseId, course_id))
    .groupBy(reviews.stars)
  const [own] = await db
    .select(reviewColumns)
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.courseId, course_id), eq(reviews.userId, user.student_id)))
  const getCount = (stars: number) => starCounts.find((row) => row.stars === stars)?.n ?? 0
  return {
    msg: { counts: [getCount(1), getCount(2), getCount(3), getCount(4), getCount(5)], own: own ? toReview(own) : null },
  }
}
