import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, enrollments, reviews } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { writeLog } from '../site/write-log.ts'
import { countStars } from './count-stars.ts'
import { toReview } from './review-row.ts'

/** One review a student and course. A second one takes the first one's place, and stands on top as the newest. */
export const addReview: Handler<'addReview'> = async ({ db, user }, { course_id, review_text, stars }) => {
  const mine = and(eq(reviews.courseId, course_id), eq(reviews.userId, user.student_id))
  const row = await db.transaction(async (tx) => {
    // Locked first, so that reviews of one course follow one another and its counts stay right.
    const [course] = await tx.select({ title: courses.title }).from(courses).where(eq(courses.id, course_id)).for('update')
    if (!course) throw new AppError('course_not_found')
    const [enrolled] = await tx
      .select({ id: enrollments.id })
      .from(enrollments)
      .where(and(eq(enrollments.userId, user.student_id), eq(enrollments.courseId, course_id)))
    if (!enrolled) throw new AppError('not_enrolled')
    const [before] = await tx.delete(reviews).where(mine).returning({ stars: reviews.stars })
    const [review] = await tx.insert(reviews).values({ courseId: course_id, userId: user.student_id, text: review_text, stars }).returning()
    if (!review) throw new Error('The review was not kept')
    await countStars(tx, course_id, { reviews: before ? 0 : 1, stars: stars - (before?.stars ?? 0) })
    await writeLog(tx, { message: `Reviewed “${course.title}”`, email: user.email, studentId: user.student_id })
    return review
  })
  return { msg: toReview({ ...row, firstName: user.first_name, imageUrl: user.image_url }) }
}
