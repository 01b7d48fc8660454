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

/** A question of this kind, with what `before` has that every kind has. */
export function newQuestion(kind: QuestionKind, before?: QuizQuestion): QuizQuestion {
  const { text, image_url, points, explanation, pool } = before ?? NO_QUESTION
  const base = { id: before?.id ?? newId(), text, image_url, points, explanation, pool }
  const options = before && 'options' in before ? before.options : newOptions(3)
  switch (kind) {
    case 'single':
      return { ...base, kind, options, correct: '' }
    case 'multiple':
      return { ...base, kind, options, correct: [] }
    case 'true_false':
      return { ...base, kind, correct: true }
    case 'short_text':
      return { ...base, kind, accepted: [''], case_sensitive: false }
    case 'number':
      return { ...base, kind, correct: Number.NaN, tolerance: 0 }
    case 'ordering':
      return { ...base, kind, options }
    case 'matching':
      return { ...base, kind, pairs: [newPair(), newPair()] }
  }
}

export const newOption = () => ({ id: newId(), text: '' })
