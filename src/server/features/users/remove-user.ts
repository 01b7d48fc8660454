import { asc, eq, inArray, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { AppError } from '#contract/errors.ts'
import { purgeTextsOfUser } from '#server/features/trash/purge-texts-of-user.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, orders, reviews, users } from '#server/platform/db/schema.ts'

/** Deletes a user for good with all related rows but their orders, and updates the review totals of their courses. */
export async function removeUser(tx: Tx, userId: number): Promise<void> {
  await detachUser(tx, userId)
  await tx.delete(users).where(eq(users.id, userId))
  await purgeTextsOfUser(tx, userId)
}

/** Locks what the deletion of a user changes, and takes the user's reviews out of their courses' totals. */
export async function detachUser(tx: Tx, userId: number): Promise<void> {
  // To avoid deadlocks every transaction locks in this order: orders, courses and enrollments by id, then the user.
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(asc(orders.id))
    .for('no key update')
  const affectedCourseIds = union(
    tx.select({ id: reviews.courseId }).from(reviews).where(eq(reviews.userId, userId)),
    tx.select({ id: enrollments.courseId }).from(enrollments).where(eq(enrollments.userId, userId)),
  )
  await tx
    .select({ id: courses.id })
    .from(courses)
    .where(inArray(courses.id, affectedCourseIds))
    .orderBy(asc(courses.id))
    .for('no key update')
  await tx
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(eq(enrollments.userId, userId))
    .orderBy(asc(enrollments.id))
    .for('update')
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  if (!user) throw new AppError('user_not_found')
  // With the user locked, no review can be added or changed.
  const ownReviews = await tx
    .select({ courseId: reviews.courseId, stars: reviews.stars })
    .from(reviews)
    .where(eq(reviews.userId, userId))
    .orderBy(asc(reviews.courseId))
  for (const { courseId, stars } of ownReviews) {
    await tx
      .update(courses)
      .set({ reviewsCount: sql`${courses.reviewsCount} - 1`, starsSum: sql`${courses.starsSum} - ${stars}` })
      .where(eq(courses.id, courseId))
  }
}
