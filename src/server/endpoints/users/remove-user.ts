import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { reviews, users } from '#server/db/schema.ts'
import { countStars } from '../reviews/count-stars.ts'

/** Removes a user with all that is theirs; their stars no longer count in any course's mean. */
export async function removeUser(tx: Tx, userId: number): Promise<void> {
  // Whoever writes something of theirs holds this row too: nothing is added between here and the end.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  // Courses are locked in the order of their ids, as everyone who locks several must.
  const theirs = tx.select({ courseId: reviews.courseId, stars: reviews.stars }).from(reviews).where(eq(reviews.userId, userId))
  for (const { courseId, stars } of await theirs.orderBy(reviews.courseId)) {
    await countStars(tx, courseId, { reviews: -1, stars: -stars })
  }
  const removed = await tx.delete(users).where(eq(users.id, userId)).returning({ id: users.id })
  if (removed.length === 0) throw new AppError('user_not_found')
}
