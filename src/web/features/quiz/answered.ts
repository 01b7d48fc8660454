import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'

/** False for an emptied field, too. */
export function isAnswered(answer: QuizAnswer | undefined): boolean {
  if (answer === undefined || answer === '') return false
  return typeof answer !== 'object' || Object.keys(answer).length > 0
}
