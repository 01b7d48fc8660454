import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'

/** Whether an answer has the form that its question takes, and names only what the question offers. */
export function isValidAnswer(question: QuizQuestion, answer: QuizAnswer): boolean {
  switch (question.kind) {
    case 'single':
      return question.options.some(({ id }) => id === answer)
    case 'multiple':
      return isListOf(question.options, answer)
    case 'true_false':
      return typeof answer === 'boolean'
    case 'short_text':
    case 'number':
      return typeof answer === 'string' || typeof answer === 'number'
    case 'ordering':
      return isListOf(question.options, answer) && (answer as string[]).length === question.options.length
    case 'matching': {
      if (typeof answer !== 'object' || Array.isArray(answer)) return false
      const { pairs } = question
      return Object.entries(answer).every(
        ([id, matchId]) => pairs.some((pair) => pair.id === id) && pairs.some((pair) => pair.match_id === matchId),
      )
    }
  }
}

function isListOf(options: readonly { id: string }[], answer: QuizAnswer): boolean {
  if (!Array.isArray(answer) || new Set(answer).size !== answer.length) return false
  return answer.every((id) => options.some((option) => option.id === id))
}
