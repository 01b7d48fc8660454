import { and, eq } from 'drizzle-orm'
import { updateReviewTotals } from '#server/features/reviews/lock-course.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, orders, reviews } from '#server/platform/db/schema.ts'
import { findItems, type OrderRow } from '../order-row.ts'

/**
 * Deletes the buyer's reviews of the order's courses, also of one that is archived. Those in the trash wait for the
 * restore.
 */
export async function removeOwnReviews(tx: Tx, { id, userId }: OrderRow): Promise<void> {
  if (userId === null) return
  for (const { courseId } of await findItems(tx, [id])) {
    await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for('no key update')
    const [removed] = await tx
      .delete(reviews)
      .where(and(eq(reviews.courseId, courseId), eq(reviews.userId, userId)))
      .returning({ stars: reviews.stars })
    if (removed) await updateReviewTotals(tx, courseId, { reviews: -1, stars: -removed.stars })
  }
  // A later review, after buying again, stays.
  await tx.update(orders).set({ removesReview: false }).where(eq(orders.id, id))
}
