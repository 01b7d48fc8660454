import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, reviews, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { moveToTrash } from '#server/features/trash/move-to-trash.ts'
import { updateReviewTotals, lockCourse } from './lock-course.ts'

/** What an admin deletes goes to the trash; what its author deletes is gone. */
export const deleteReview: Handler<'deleteReview'> = async ({ db, user, from }, { review_id }) => {
  await db.transaction(async (tx) => {
    const [review] = await tx
      .select({ courseId: reviews.courseId, authorId: reviews.userId, firstName: users.firstName })
      .from(reviews)
      .innerJoin(users, eq(users.id, reviews.userId))
      .innerJoin(courses, and(eq(courses.id, reviews.courseId), isLive))
      .where(eq(reviews.id, review_id))
    if (!review) throw new AppError('review_not_found')
    const isOwn = review.authorId === user.student_id
    if (!isOwn && user.role !== 'admin') throw new AppError('not_allowed')
    const title = await lockCourse(tx, review.courseId)
    const [locked] = await tx
      .select({ stars: reviews.stars, text: reviews.text })
      .from(reviews)
      .where(eq(reviews.id, review_id))
      .for('update')
    if (!locked) throw new AppError('review_not_found')
    await updateReviewTotals(tx, review.courseId, { reviews: -1, stars: -locked.stars })
    const message = isOwn ? `Removed the review of “${title}”` : `Removed ${review.firstName}’s review of “${title}”`
    await writeLog(tx, { kind: 'review', message, email: user.email, studentId: user.student_id })
    if (user.role !== 'admin') {
      await tx.delete(reviews).where(eq(reviews.id, review_id))
      return
    }
    const name = `${review.firstName}’s review of “${title}”`
    await moveToTrash(tx, { kind: 'review', id: review_id, name, details: locked.text, user })
    const subject = { kind: 'review', id: review_id, name, userId: review.authorId } as const
    await writeAudit(tx, { actor: user, from, action: 'review.delete', subject, before: locked })
  })
  return { msg: 'The review was removed' }
}
