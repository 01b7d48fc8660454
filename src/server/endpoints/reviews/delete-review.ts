import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, reviews } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { writeLog } from '../site/write-log.ts'
import { countStars } from './count-stars.ts'

export const deleteReview: Handler<'deleteReview'> = async ({ db, user }, { review_id }) => {
  await db.transaction(async (tx) => {
    const [review] = await tx.select({ courseId: reviews.courseId, userId: reviews.userId }).from(reviews).where(eq(reviews.id, review_id))
    if (!review) throw new AppError('review_not_found')
    if (review.userId !== user.student_id && user.role !== 'admin') throw new AppError('not_allowed')
    const [course] = await tx.select({ title: courses.title }).from(courses).where(eq(courses.id, review.courseId)).for('update')
    // Somebody may have been quicker: only who removes it counts it.
    const [removed] = await tx.delete(reviews).where(eq(reviews.id, review_id)).returning({ stars: reviews.stars })
    if (!removed || !course) throw new AppError('review_not_found')
    await countStars(tx, review.courseId, { reviews: -1, stars: -removed.stars })
    await writeLog(tx, { message: `Removed a review of “${course.title}”`, email: user.email, studentId: user.student_id })
  })
  return { msg: 'The review is removed' }
}
