import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { quizAttempts } from '#server/platform/db/schema.ts'
import { attemptColumns, type AttemptRow } from './attempt-row.ts'
import { finishIfTimeIsUp } from './finish-attempt.ts'
import { requireOwnQuiz } from '#server/features/quizzes/require-quiz.ts'
import { reviewQuestion } from '#server/features/quizzes/review-question.ts'
import { isValidAnswer } from '#server/features/quizzes/valid-answer.ts'

/** Stores one answer. Where answers are shown after each question, an answer is final and sending it again changes nothing. */
export const saveAnswer: Handler<'saveAnswer'> = async (context, input) => {
  const { db, user } = context
  const userId = user.student_id
  const outcome = await db.transaction(async (tx) => {
    const [attempt] = await tx
      .select(attemptColumns)
      .from(quizAttempts)
      .where(
        and(eq(quizAttempts.id, input.attempt_id), eq(quizAttempts.userId, userId), eq(quizAttempts.isVoid, false)),
      )
      .for('update')
    if (!attempt) throw new AppError('attempt_not_found')
    await requireOwnQuiz(tx, user, attempt.lessonId)
    if (attempt.submittedAt !== null) throw new AppError('attempt_ended')
    if (attempt.isTimeUp) return { expiredLessonId: attempt.lessonId }
    const { question, isStored } = checkAnswer(attempt, input.question_id, input.answer)
    if (!isStored) {
      const change = JSON.stringify({ [input.question_id]: input.answer })
      await tx
        .update(quizAttempts)
        .set({ answers: sql`${quizAttempts.answers} || ${change}::jsonb` })
        .where(eq(quizAttempts.id, attempt.id))
    }
    const isShown = attempt.answersShown === 'each'
    return { review: isShown ? reviewQuestion(question, input.answer) : null }
  })
  if (outcome.expiredLessonId === undefined) return { msg: { review: outcome.review } }
  await finishIfTimeIsUp(context, userId, outcome.expiredLessonId)
  throw new AppError('attempt_ended')
}

function checkAnswer({ questions, answersShown, answers }: AttemptRow, questionId: string, answer: QuizAnswer) {
  const question = questions.find(({ id }) => id === questionId)
  if (!question) throw new AppError('question_not_found')
  if (!isValidAnswer(question, answer))
    throw new AppError('invalid_input', { text: 'This is no answer to the question' })
  const before = answers[questionId]
  const isStored = isDeepStrictEqual(before, answer)
  const isFinal = answersShown === 'each' && before !== undefined
  if (isFinal && !isStored) throw new AppError('attempt_ended', { text: 'This answer is final' })
  return { question, isStored }
}
