import type { Handler } from '#server/pipeline/handler.ts'
import { reviewAttempt } from './attempts/attempt-row.ts'
import { sumPoints } from './attempts/draw-questions.ts'
import { isPassing } from './attempts/finish-attempt.ts'
import { gradeAnswer } from './grade-answer.ts'
import { drawSample } from './quiz-info.ts'
import { readQuiz, requireSampleQuiz } from './require-quiz.ts'

/** Stores nothing. */
export const checkSampleQuiz: Handler<'checkSampleQuiz'> = async ({ db, user }, { material_id, answers }) => {
  await requireSampleQuiz(db, user, material_id)
  const quiz = await readQuiz(db, material_id)
  const questions = drawSample(quiz)
  const score = sumPoints(questions.map((question) => gradeAnswer(question, answers[question.id]).points))
  const max = sumPoints(questions.map(({ points }) => points))
  return {
    msg: {
      score,
      max,
      passed: isPassing({ score, max, passMark: quiz.pass_mark }),
      review: reviewAttempt({ questions, answersShown: quiz.answers_shown, answers, submittedAt: new Date() }),
    },
  }
}
