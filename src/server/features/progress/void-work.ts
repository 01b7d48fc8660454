import { and, eq, inArray, type SQLWrapper } from 'drizzle-orm'
import type { SUBMISSION_STATUSES } from '#contract/choices.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { quizAttempts, submissions } from '#server/platform/db/schema.ts'

/** The student's attempts at the lessons count no longer, and work of these states can be handed in again. */
export async function voidWork(
  tx: Tx,
  userId: number,
  lessonIds: number[] | SQLWrapper,
  statuses: (typeof SUBMISSION_STATUSES)[number][],
): Promise<void> {
  await tx
    .update(quizAttempts)
    .set({ isVoid: true })
    .where(and(eq(quizAttempts.userId, userId), inArray(quizAttempts.lessonId, lessonIds)))
  await tx
    .update(submissions)
    .set({ status: 'returned' })
    .where(
      and(
        eq(submissions.userId, userId),
        inArray(submissions.lessonId, lessonIds),
        inArray(submissions.status, statuses),
      ),
    )
}
