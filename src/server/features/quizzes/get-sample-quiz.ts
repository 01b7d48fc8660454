import type { Handler } from '#server/pipeline/handler.ts'
import { toShownQuestion } from './attempts/draw-questions.ts'
import { drawSample, toQuizInfo } from './quiz-info.ts'
import { readQuiz, requireSampleQuiz } from './require-quiz.ts'

export const getSampleQuiz: Handler<'getSampleQuiz'> = async ({ db, user }, { material_id }) => {
  const lesson = await requireSampleQuiz(db, user, material_id)
  const quiz = await readQuiz(db, material_id)
  return { msg: { ...toQuizInfo(lesson, quiz, 0), questions: drawSample(quiz).map(toShownQuestion) } }
}
