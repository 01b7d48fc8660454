import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import {
  enrollments,
  learningEvents,
  lessonProgress,
  lessons,
  quizAttempts,
  submissions,
} from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { LockedEnrollment } from '#server/features/enrollments/lock-enrollment.ts'
import { changeStudentProgress } from './change-student-progress.ts'
import { voidWork } from './void-work.ts'

/** The events and a certificate stay. Attempts count no longer, and work can be handed in again. */
export const resetProgress: Handler<'resetProgress'> = async (context, input) => {
  const msg = await changeStudentProgress(context, 'user.reset_progress', input, async (tx, enrollment, name) => {
    const before = await readProgress(tx, enrollment)
    await clearProgress(tx, enrollment)
    await tx.insert(learningEvents).values({
      ...{ userId: enrollment.userId, courseId: enrollment.courseId, kind: 'progress_reset' },
      ...{ actorId: context.user.student_id, reason: input.reason, createdAt: sql`clock_timestamp()` },
    })
    const log = `Reset ${name}’s progress in “${enrollment.courseTitle}”`
    return { log, before, result: 'The progress was reset' }
  })
  return { msg }
}

/** What is lost, for the audit log. The events still have it in full. */
async function readProgress(tx: Tx, { id, userId, courseId }: LockedEnrollment) {
  const lessonIds = tx.select({ id: lessons.id }).from(lessons).where(eq(lessons.courseId, courseId))
  const [enrollment] = await tx
    .select({ completedLessons: enrollments.completedLessons, finishedAt: enrollments.completedAt })
    .from(enrollments)
    .where(eq(enrollments.id, id))
  const isOwnAttempt = and(eq(quizAttempts.userId, userId), inArray(quizAttempts.lessonId, lessonIds))
  const isOwnWork = and(eq(submissions.userId, userId), inArray(submissions.lessonId, lessonIds))
  return {
    ...enrollment,
    attempts: await tx.$count(quizAttempts, and(isOwnAttempt, eq(quizAttempts.isVoid, false))),
    assignments: await tx.$count(submissions, and(isOwnWork, ne(submissions.status, 'returned'))),
  }
}

async function clearProgress(tx: Tx, { id, userId, courseId }: LockedEnrollment): Promise<void> {
  const lessonIds = tx.select({ id: lessons.id }).from(lessons).where(eq(lessons.courseId, courseId))
  await tx
    .update(lessonProgress)
    .set({ completedAt: null, positionSeconds: 0, watched: '{}' })
    .where(and(eq(lessonProgress.userId, userId), inArray(lessonProgress.lessonId, lessonIds)))
  await voidWork(tx, userId, lessonIds, ['waiting', 'accepted'])
  await tx.update(enrollments).set({ completedLessons: 0, completedAt: null }).where(eq(enrollments.id, id))
}
