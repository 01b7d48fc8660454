import { and, isNull } from 'drizzle-orm'
import type { Handler } from '#server/pipeline/handler.ts'
import { quizAttempts } from '#server/platform/db/schema.ts'
import { attemptsOf, summarizeAttempts } from './attempts/attempt-row.ts'
import { toShownQuestion } from './attempts/draw-questions.ts'
import { finishIfTimeIsUp } from './attempts/finish-attempt.ts'
import { drawSample, listExpectedQuestions, toQuizInfo } from './quiz-info.ts'
import { readQuiz, requireOwnQuiz } from './require-quiz.ts'

export const getQuiz: Handler<'getQuiz'> = async (context, { material_id }) => {
  const { db, user } = context
  const userId = user.student_id
  const lesson = await requireOwnQuiz(db, user, material_id)
  await finishIfTimeIsUp(context, userId, material_id)
  const quiz = await readQuiz(db, material_id)
  const { count, hasPassed } = await summarizeAttempts(db, userId, material_id)
  const [open] = await db
    .select({ id: quizAttempts.id, questions: quizAttempts.questions })
    .from(quizAttempts)
    .where(and(attemptsOf(userId, material_id), isNull(quizAttempts.submittedAt)))
  const expected = user.role === 'admin' ? drawSample(quiz).map(toShownQuestion) : listExpectedQuestions(quiz)
  return {
    msg: {
      ...toQuizInfo(lesson, quiz, count),
      attempt_id: open?.id ?? null,
      passed: hasPassed,
      questions: open ? open.questions.map(toShownQuestion) : expected,
    },
  }
}
