import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { ShownQuestion } from '#contract/schemas/learning/quizzes.ts'

/** An answer in words, a line for each part of it. */
export function describeAnswer(
  { options, prompts }: Pick<ShownQuestion, 'options' | 'prompts'>,
  answer: QuizAnswer,
): string[] {
  const texts = new Map(options.map(({ option_id, text }) => [option_id, text]))
  const toText = (id: string) => texts.get(id) ?? id
  if (typeof answer === 'boolean') return [answer ? 'True' : 'False']
  if (typeof answer === 'number') return [String(answer)]
  if (typeof answer === 'string') return [toText(answer)]
  if (Array.isArray(answer)) return answer.map(toText)
  return prompts.map(({ option_id, text }) => {
    const match = answer[option_id]
    return `${text} → ${match === undefined ? 'No answer' : toText(match)}`
  })
}
