import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses } from '#server/platform/db/schema.ts'
import { isLive } from '#server/features/courses/course-row.ts'

/**
 * Locks the course's row, so that parallel reviews cannot corrupt its totals, and returns its title. Lock the course
 * before any user, as users/remove-user.ts does, to avoid a deadlock.
 */
export async function lockCourse(tx: Tx, courseId: number): Promise<string> {
  const [course] = await tx
    .select({ title: courses.title })
    .from(courses)
    .where(and(eq(courses.id, courseId), isLive))
    .for('no key update')
  if (!course) throw new AppError('course_not_found')
  return course.title
}

/** Call with the course locked. */
export async function updateReviewTotals(
  tx: Tx,
  courseId: number,
  delta: { reviews: number; stars: number },
): Promise<void> {
  await tx
    .update(courses)
    .set({
      reviewsCount: sql`${courses.reviewsCount} + ${delta.reviews}`,
      starsSum: sql`${courses.starsSum} + ${delta.stars}`,
    })
    .where(eq(courses.id, courseId))
}
