import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'

/** Of the column `quiz_answers.answer_text`. */
const MAX_LENGTH = 500

/** An answer in words, equal for equal answers, as the admin's results list it. Empty without one. */
export function toAnswerText(question: QuizQuestion, answer: QuizAnswer | undefined): string {
  if (answer === undefined) return ''
  const text = describe(question, answer)
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

function describe(question: QuizQuestion, answer: QuizAnswer): string {
  if (typeof answer === 'boolean') return answer ? 'True' : 'False'
  if (typeof answer === 'number') return String(answer)
  switch (question.kind) {
    case 'single':
      return getText(question.options, String(answer))
    case 'multiple': {
      const chosen = question.options.filter(({ id }) => Array.isArray(answer) && answer.includes(id))
      // In one order, whatever the order of the clicks and of the attempt's options.
      return chosen
        .map(({ text }) => text)
        .toSorted()
        .join(', ')
    }
    case 'ordering':
      return Array.isArray(answer) ? answer.map((id) => getText(question.options, id)).join(' → ') : ''
    case 'matching':
      return question.pairs
        .flatMap(({ id, text }) => {
          const matchId = typeof answer === 'object' && !Array.isArray(answer) ? answer[id] : undefined
          const match = question.pairs.find((pair) => pair.match_id === matchId)?.match
          return match === undefined ? [] : [`${text} = ${match}`]
        })
        .join(', ')
    default:
      return typeof answer === 'string' ? answer.trim().replace(/\s+/gu, ' ') : ''
  }
}

const getText = (options: readonly { id: string; text: string }[], id: string) =>
  options.find((option) => option.id === id)?.text ?? ''
