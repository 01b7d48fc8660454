import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { lessonProgress } from '#server/platform/db/schema.ts'

/** In the event of a reopened lesson: what was watched before it counts no longer. */
export const UNWATCHED = { unwatched: true }

/** The lesson starts over. Otherwise the player's next report would complete it again. */
export async function forgetWatched(tx: Tx, userId: number, lessonId: number): Promise<void> {
  await tx
    .update(lessonProgress)
    .set({ watched: '{}', positionSeconds: 0 })
    .where(and(eq(lessonProgress.userId, userId), eq(lessonProgress.lessonId, lessonId)))
}
