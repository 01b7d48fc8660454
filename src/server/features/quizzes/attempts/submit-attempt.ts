import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { calculateProgress } from '#contract/calculate-progress.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, quizAttempts } from '#server/platform/db/schema.ts'
import { reviewAttempt, summarizeAttempts } from './attempt-row.ts'
import { finishAttempt, lockAttempt } from './finish-attempt.ts'
import { getAttemptsLeft } from '#server/features/quizzes/quiz-info.ts'
import { readQuiz, requireOwnQuiz } from '#server/features/quizzes/require-quiz.ts'

export const submitAttempt: Handler<'submitAttempt'> = async ({ db, user }, { attempt_id }) => {
  const userId = user.student_id
  const msg = await db.transaction(async (tx) => {
    const [own] = await tx
      .select({ lessonId: quizAttempts.lessonId })
      .from(quizAttempts)
      .where(and(eq(quizAttempts.id, attempt_id), eq(quizAttempts.userId, userId)))
    if (!own) throw new AppError('attempt_not_found')
    await requireOwnQuiz(tx, user, own.lessonId)
    const attempt = await lockAttempt(tx, attempt_id)
    const finished = await finishAttempt(tx, attempt)
    const { count } = await summarizeAttempts(tx, userId, own.lessonId)
    return {
      score: finished.score ?? 0,
      max: finished.maxScore,
      passed: finished.isPassed ?? false,
      review: reviewAttempt(finished),
      attempts_left: getAttemptsLeft(await readQuiz(tx, own.lessonId), count),
      progress: await readProgress(tx, userId, attempt.courseId),
    }
  })
  return { msg }
}

async function readProgress(tx: Tx, userId: number, courseId: number): Promise<number> {
  const [row] = await tx
    .select({
      completed: enrollments.completedLessons,
      total: courses.lessonsCount,
      finishedAt: enrollments.completedAt,
    })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
  return row ? calculateProgress({ ...row, isFinished: row.finishedAt !== null }) : 0
}
