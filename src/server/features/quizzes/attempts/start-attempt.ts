import { and, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { lockOwnEnrollment } from '#server/features/enrollments/lock-enrollment.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { quizAttempts } from '#server/platform/db/schema.ts'
import { attemptColumns, attemptsOf, summarizeAttempts, toAttempt } from './attempt-row.ts'
import { arrangeAtRandom, drawQuestions, sumPoints } from './draw-questions.ts'
import { finishIfTimeIsUp } from './finish-attempt.ts'
import { getAttemptsLeft } from '#server/features/quizzes/quiz-info.ts'
import { readQuiz, requireOwnQuiz } from '#server/features/quizzes/require-quiz.ts'

export const startAttempt: Handler<'startAttempt'> = async (context, { material_id }) => {
  const { db, user } = context
  const userId = user.student_id
  await finishIfTimeIsUp(context, userId, material_id)
  const attempt = await db.transaction(async (tx) => {
    const { courseId } = await requireOwnQuiz(tx, user, material_id)
    // One start after the other, so that a second one finds the open attempt.
    await lockOwnEnrollment(tx, userId, courseId)
    const { count } = await summarizeAttempts(tx, userId, material_id)
    const [open] = await tx
      .select(attemptColumns)
      .from(quizAttempts)
      .where(and(attemptsOf(userId, material_id), isNull(quizAttempts.submittedAt)))
    if (open) return toAttempt(open, count)
    return toAttempt(await addAttempt(tx, { userId, lessonId: material_id, used: count }), count + 1)
  })
  return { msg: { ...attempt, ends_at: attempt.ends_date } }
}

async function addAttempt(tx: Tx, { userId, lessonId, used }: { userId: number; lessonId: number; used: number }) {
  const quiz = await readQuiz(tx, lessonId)
  if (getAttemptsLeft(quiz, used) === 0) throw new AppError('no_attempts_left')
  const questions = drawQuestions(quiz, arrangeAtRandom)
  const [row] = await tx
    .insert(quizAttempts)
    .values({
      userId,
      lessonId,
      // Not when the transaction began: it may have waited for the lock.
      startedAt: sql`clock_timestamp()`,
      endsAt: quiz.time_limit_s === null ? null : sql`clock_timestamp() + ${quiz.time_limit_s} * interval '1 second'`,
      questions,
      answersShown: quiz.answers_shown,
      passMark: quiz.pass_mark,
      maxScore: sumPoints(questions.map(({ points }) => points)),
    })
    .returning(attemptColumns)
  if (!row) throw new Error('The attempt was not created')
  return row
}
