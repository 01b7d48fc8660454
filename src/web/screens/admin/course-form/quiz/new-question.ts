import type { QuestionKind } from '#contract/choices.ts'
import type { QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'

/** Random, because ids in a row would give away what is right and what belongs together. */
export const newId = () => Math.random().toString(36).slice(2, 12).padEnd(10, '0')

const newOptions = (count: number) => Array.from({ length: count }, () => ({ id: newId(), text: '' }))

export const newPair = () => ({ id: newId(), text: '', match_id: newId(), match: '' })

export const QUESTION_LABELS: Record<QuestionKind, string> = {
  single: 'Single choice',
  multiple: 'Multiple choice',
  true_false: 'True or false',
  short_text: 'Short text',
  number: 'Number',
  ordering: 'Ordering',
  matching: 'Matching',
}

const NO_QUESTION = { text: '', image_url: '', points: 1, explanation: '', pool: '' }

/**
 * A question of this kind.
 * @param earlier the same question as it was with other kinds, latest first: what this kind has too is kept
 */
export function newQuestion(kind: QuestionKind, earlier: readonly QuizQuestion[] = []): QuizQuestion {
  const [before] = earlier
  const { text, image_url, points, explanation, pool } = before ?? NO_QUESTION
  const base = { id: before?.id ?? newId(), text, image_url, points, explanation, pool }
  const same = earlier.find((one) => one.kind === kind)
  const options = earlier.find((one) => 'options' in one)?.options ?? newOptions(3)
  const hasOption = (id: string) => options.some((option) => option.id === id)
  switch (kind) {
    case 'single':
      return { ...base, kind, options, correct: same?.kind === kind && hasOption(same.correct) ? same.correct : '' }
    case 'multiple':
      return { ...base, kind, options, correct: same?.kind === kind ? same.correct.filter(hasOption) : [] }
    case 'true_false':
      return { correct: true, ...(same?.kind === kind && same), ...base, kind }
    case 'short_text':
      return { accepted: [''], case_sensitive: false, ...(same?.kind === kind && same), ...base, kind }
    case 'number':
      return { correct: Number.NaN, tolerance: 0, ...(same?.kind === kind && same), ...base, kind }
    case 'ordering':
      return { ...base, kind, options }
    case 'matching':
      return { pairs: [newPair(), newPair()], ...(same?.kind === kind && same), ...base, kind }
  }
}

export const newOption = () => ({ id: newId(), text: '' })
