import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/connect.ts'
import { courses } from '#server/db/schema.ts'

/** Moves what a course keeps of its reviews by this much. */
export async function countStars(tx: Tx, courseId: number, by: { reviews: number; stars: number }): Promise<void> {
  await tx
    .update(courses)
    .set({ reviewsCount: sql`${courses.reviewsCount} + ${by.reviews}`, starsSum: sql`${courses.starsSum} + ${by.stars}` })
    .where(eq(courses.id, courseId))
}
