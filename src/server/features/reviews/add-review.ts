import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { enrollments, reviews } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { requireVisibleCourse } from '#server/features/courses/require-visible-course.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { lockUser } from '#server/features/users/lock-user.ts'
import { updateReviewTotals, lockCourse } from './lock-course.ts'
import { toReview } from './review-row.ts'

/** One review per student and course: a second one replaces the first and becomes the newest. */
export const addReview: Handler<'addReview'> = async ({ db, user }, { course_id, review_text, stars }) => {
  const userId = user.student_id
  return db.transaction(async (tx) => {
    const title = await lockCourse(tx, course_id)
    await lockUser(tx, userId)
    const [enrollment] = await tx
      .select({ id: enrollments.id })
      .from(enrollments)
      .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, course_id), hasAccess))
    if (!enrollment) {
      await requireVisibleCourse(tx, user, course_id)
      throw new AppError('not_enrolled')
    }
    // Reviews are sorted by id, so a replaced review needs a new row.
    const [previousReview] = await tx
      .delete(reviews)
      .where(and(eq(reviews.courseId, course_id), eq(reviews.userId, userId)))
      .returning({ stars: reviews.stars })
    const [added] = await tx
      .insert(reviews)
      .values({ courseId: course_id, userId, text: review_text, stars })
      .returning()
    if (!added) throw new Error('The review was not added')
    await updateReviewTotals(tx, course_id, {
      reviews: previousReview ? 0 : 1,
      stars: stars - (previousReview?.stars ?? 0),
    })
    const action = previousReview ? 'Updated the review of' : 'Reviewed'
    await writeLog(tx, {
      kind: 'review',
      message: `${action} “${title}”: ${stars} of 5 stars`,
      email: user.email,
      studentId: userId,
    })
    const author = { firstName: user.first_name, imageUrl: user.image_url, role: user.role }
    return { msg: toReview({ ...added, ...author, isRefunded: false }) }
  })
}
