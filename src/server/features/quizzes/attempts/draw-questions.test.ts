import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import { questionInput, type QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'
import { buildQuiz, QUESTIONS } from '#server/testing/learning/quizzes.ts'
import { toAnswerText } from '#server/features/quizzes/answer-text.ts'
import { arrangeAtRandom, arrangeByHash, drawQuestions, measureQuiz, toShownQuestion } from './draw-questions.ts'
import { gradeAnswer } from '#server/features/quizzes/grade-answer.ts'
import { getCorrectAnswer } from '#server/features/quizzes/review-question.ts'
import { isValidAnswer } from '#server/features/quizzes/valid-answer.ts'

const pooled = (count: number, pool: string) =>
  Array.from({ length: count }, (_, index) => ({ ...QUESTIONS.trueFalse, id: `${pool}${index}`, pool, points: index }))
const drawn = (quiz: object) => drawQuestions(buildQuiz(quiz), arrangeAtRandom)

test('draws as many questions of each pool as the quiz says, in the order of the quiz', () => {
  const questions = [...pooled(20, 'a'), QUESTIONS.single, ...pooled(3, 'b')]
  const pools = [
    { name: 'a', draw: 5 },
    { name: 'b', draw: 2 },
  ]
  const ids = drawn({ questions, pools }).map(({ id }) => id)
  const count = (prefix: string) => ids.filter((id) => id.startsWith(prefix)).length
  expect([count('a'), count('q-single'), count('b'), new Set(ids).size]).toEqual([5, 1, 2, 8])
  const order = questions.map(({ id }) => id)
  expect(ids).toEqual(order.filter((id) => ids.includes(id)))
  expect(measureQuiz(buildQuiz({ questions, pools }))).toEqual({ count: 8, max: 19 + 18 + 17 + 16 + 15 + 1 + 2 + 1 })
})

test('draws every question of a pool sooner or later', () => {
  const seen = new Set<string>()
  const quiz = buildQuiz({ questions: pooled(6, 'a'), pools: [{ name: 'a', draw: 1 }] })
  // The chance that one of six is missing after 300 draws is 1 in 10^23.
  for (let run = 0; run < 300; run++) for (const { id } of drawQuestions(quiz, arrangeAtRandom)) seen.add(id)
  expect(seen.size).toBe(6)
})

test('keeps the author’s order without shuffle, and changes it with', () => {
  const authored = Object.values(QUESTIONS).map(({ id }) => id)
  expect(drawn({}).map(({ id }) => id)).toEqual(authored)
  const orders = new Set(
    Array.from({ length: 50 }, () =>
      drawn({ shuffle: true })
        .map(({ id }) => id)
        .join(),
    ),
  )
  expect(orders.size).toBeGreaterThan(1)
})

const texts = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 6 })
const question = fc.tuple(fc.constantFrom('single', 'multiple', 'ordering', 'matching'), texts).map(([kind, list]) => {
  const options = list.map((text, index) => ({ id: `o${index}`, text: `${text}|` }))
  const pairs = options.map(({ text }, index) => ({ id: `p${index}`, text, match_id: `m${index}`, match: `${text}!` }))
  const correct = kind === 'multiple' ? ['o1'] : 'o1'
  return questionInput.parse({ id: 'q', kind, text: 'Q', options, pairs, correct })
})

test('never shows the correct order, keeps the answer gradable, and gives no id away', () => {
  fc.assert(
    fc.property(question, fc.boolean(), fc.boolean(), (one, shuffle, isRandom) => {
      const quiz = { ...buildQuiz(), questions: [one], shuffle }
      const drawnQuestion = drawQuestions(quiz, isRandom ? arrangeAtRandom : arrangeByHash)[0] as QuizQuestion
      const shown = toShownQuestion(drawnQuestion)
      const correct = getCorrectAnswer(drawnQuestion)
      expect(isValidAnswer(drawnQuestion, correct)).toBe(true)
      expect(gradeAnswer(drawnQuestion, correct).isCorrect).toBe(true)
      expect(toAnswerText(drawnQuestion, correct)).toBe(toAnswerText(one, getCorrectAnswer(one)))
      const inShownOrder = shown.options.map(({ option_id }) => option_id)
      expect(inShownOrder).toEqual(inShownOrder.map((_, index) => String(index)))
      const naive: QuizAnswer =
        one.kind === 'matching'
          ? Object.fromEntries(shown.prompts.map(({ option_id }, index) => [option_id, inShownOrder[index] ?? '']))
          : inShownOrder
      if (one.kind === 'ordering' || one.kind === 'matching')
        expect(gradeAnswer(drawnQuestion, naive).isCorrect).toBe(false)
    }),
  )
})

test('shows equal right sides once', () => {
  const pairs = [
    { id: 'a', text: 'Paris', match_id: 'x', match: 'France' },
    { id: 'b', text: 'Lyon', match_id: 'y', match: 'France' },
    { id: 'c', text: 'Rome', match_id: 'z', match: 'Italy' },
  ]
  const [matching] = drawn({ questions: [{ ...QUESTIONS.matching, pairs }] })
  const shown = toShownQuestion(matching as QuizQuestion)
  expect(shown.options.map(({ text }) => text).toSorted()).toEqual(['France', 'Italy'])
  expect(gradeAnswer(matching as QuizQuestion, getCorrectAnswer(matching as QuizQuestion)).isCorrect).toBe(true)
})
