import { expect, test } from 'vitest'
import { QUESTION_KINDS } from '#contract/choices.ts'
import type { QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'
import { newQuestion } from './new-question.ts'

test.each(QUESTION_KINDS)('gives a question its answers back when it becomes %s again', (kind) => {
  const question = newQuestion(kind)
  const earlier: QuizQuestion[] = [question]
  for (const other of QUESTION_KINDS) if (other !== kind) earlier.unshift(newQuestion(other, earlier))
  expect(newQuestion(kind, earlier)).toEqual(question)
})

test('keeps the correct answer of a choice only while it is among the answers', () => {
  const single = newQuestion('single')
  if (single.kind !== 'single') throw new Error('Not a single choice')
  const [first, second] = single.options
  const chosen = { ...single, correct: first?.id ?? '' }
  const multiple = newQuestion('multiple', [chosen])
  expect(newQuestion('single', [multiple, chosen])).toEqual(chosen)
  const shorter = { ...multiple, options: second ? [second] : [] } as QuizQuestion
  expect(newQuestion('single', [shorter, chosen])).toMatchObject({ options: [second], correct: '' })
})
