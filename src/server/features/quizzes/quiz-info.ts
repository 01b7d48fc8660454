import type { Quiz } from '#contract/schemas/learning/quiz-input.ts'
import type { QuizInfo, ShownQuestion } from '#contract/schemas/learning/quizzes.ts'
import { arrangeByHash, drawQuestions, measureQuiz, toShownQuestion } from './attempts/draw-questions.ts'

/** @param used how many attempts the student has begun */
export function toQuizInfo(lesson: { lessonId: number; title: string }, quiz: Quiz, used: number): QuizInfo {
  const { count, max } = measureQuiz(quiz)
  return {
    material_id: lesson.lessonId,
    title: lesson.title,
    pass_mark: quiz.pass_mark,
    attempts_left: getAttemptsLeft(quiz, used),
    time_limit_s: quiz.time_limit_s,
    answers_shown: quiz.answers_shown,
    question_count: count,
    max,
  }
}

export const getAttemptsLeft = ({ max_attempts }: Pick<Quiz, 'max_attempts'>, used: number): number | null =>
  max_attempts === null ? null : Math.max(0, max_attempts - used)

/**
 * What a student may see before the attempt: the questions that are always asked. With a time limit only how many points
 * each has, because the time begins when they are read.
 */
export function listExpectedQuestions(quiz: Quiz): ShownQuestion[] {
  const questions = drawSample({ ...quiz, questions: quiz.questions.filter(({ pool }) => pool === ''), pools: [] })
  const shown = questions.map(toShownQuestion)
  if (quiz.time_limit_s === null) return shown
  return shown.map((question) => ({ ...question, text: '', image_url: '', prompts: [], options: [] }))
}

/** The same questions, with the same ids, each time: nothing keeps what was drawn. */
export const drawSample = (quiz: Quiz) => drawQuestions({ ...quiz, shuffle: false }, arrangeByHash)
