import { and, asc, eq, isNull } from 'drizzle-orm'
import { isLive } from '#server/features/courses/course-row.ts'
import type { Services } from '#server/pipeline/services.ts'
import { courses, lessons, quizAttempts } from '#server/platform/db/schema.ts'
import { isTimeUp } from './attempt-row.ts'
import { finishAttempt, lockAttempt } from './finish-attempt.ts'

const BATCH_SIZE = 500

/** Grades the attempts whose time is up and whose students have not come back. Returns their number. */
export async function finishExpiredAttempts(
  { db, invalidate }: Pick<Services, 'db' | 'invalidate'>,
  warn: (error: unknown, text: string) => void,
): Promise<number> {
  const expired = await db
    .select({ id: quizAttempts.id, userId: quizAttempts.userId })
    .from(quizAttempts)
    .innerJoin(lessons, eq(lessons.id, quizAttempts.lessonId))
    .innerJoin(courses, and(eq(courses.id, lessons.courseId), isLive))
    .where(and(isNull(quizAttempts.submittedAt), eq(quizAttempts.isVoid, false), isTimeUp))
    .orderBy(asc(quizAttempts.id))
    .limit(BATCH_SIZE)
  let finished = 0
  for (const { id, userId } of expired) {
    try {
      await db.transaction(async (tx) => {
        invalidate([`progress:${userId}`])
        await finishAttempt(tx, await lockAttempt(tx, id))
      })
      finished++
    } catch (error) {
      // One attempt must not keep the others open.
      warn(error, 'an attempt was not graded')
    }
  }
  return finished
}
