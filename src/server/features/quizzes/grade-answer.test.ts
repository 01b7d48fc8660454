import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import { quizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import { questionInput, type QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'
import { QUESTIONS } from '#server/testing/learning/quizzes.ts'
import { gradeAnswer, parseNumbers } from './grade-answer.ts'
import { getCorrectAnswer } from './review-question.ts'

const build = (question: object): QuizQuestion => questionInput.parse(question)
const { single, multiple, trueFalse, shortText, number, ordering, matching } = QUESTIONS
const ALL = Object.values(QUESTIONS).map(build)
const options = (...texts: string[]) => texts.map((text, index) => ({ id: `o${index}`, text }))

type Row = [title: string, question: object, answer: QuizAnswer | undefined, points: number, isCorrect: boolean]

const ROWS: Row[] = [
  ['single: the correct option', single, 'o0', 1, true],
  ['single: another option', single, 'o1', 0, false],
  ['single: a list', single, ['o0'], 0, false],
  ['multiple: exactly the correct ones', multiple, ['o2', 'o0'], 2, true],
  ['multiple: one of two', multiple, ['o0'], 1, false],
  ['multiple: all correct and a wrong one', multiple, ['o0', 'o1', 'o2'], 1, false],
  ['multiple: everything', multiple, ['o0', 'o1', 'o2', 'o3'], 0, false],
  ['multiple: only wrong ones, never below zero', multiple, ['o1', 'o3'], 0, false],
  ['multiple: the same one twice', multiple, ['o0', 'o0'], 1, false],
  ['multiple: nothing', multiple, [], 0, false],
  ['multiple: three thirds of one point', { ...multiple, points: 1, correct: ['o0', 'o1', 'o2'] }, ['o0'], 0.33, false],
  ['true or false: right', trueFalse, true, 1, true],
  ['true or false: wrong', trueFalse, false, 0, false],
  ['true or false: a word', trueFalse, 'true', 0, false],
  ['short text: another case and spaces', shortText, '  pARIS ', 1, true],
  ['short text: spaces within', shortText, 'ville  de\u00a0paris', 1, true],
  ['short text: a decomposed accent', { ...shortText, accepted: ['Café'] }, 'cafe\u0301', 1, true],
  ['short text: a missing accent', { ...shortText, accepted: ['Café'] }, 'cafe', 0, false],
  ['short text: case matters', { ...shortText, case_sensitive: true }, 'paris', 0, false],
  ['short text: case matters and fits', { ...shortText, case_sensitive: true }, 'Paris', 1, true],
  ['short text: a number', { ...shortText, accepted: ['42'] }, 42, 1, true],
  ['short text: empty', shortText, '', 0, false],
  ['number: exact', number, 3.14, 1, true],
  ['number: a decimal comma', number, '3,14', 1, true],
  ['number: at the tolerance', number, '3.145', 1, true],
  ['number: beyond the tolerance', number, '3.1451', 0, false],
  ['number: at the tolerance in binary fractions', { ...number, correct: 1, tolerance: 0.1 }, '1.1', 1, true],
  ['number: a sum of binary fractions', { ...number, correct: 0.3, tolerance: 0 }, 0.1 + 0.2, 1, true],
  ['number: a negative one with a real minus', { ...number, correct: -5, tolerance: 0 }, '\u22125', 1, true],
  ['number: spaces between thousands', { ...number, correct: 12_500, tolerance: 0 }, '12 500', 1, true],
  ['number: commas between thousands', { ...number, correct: 1000, tolerance: 0 }, '1,000', 1, true],
  ['number: thousands twice', { ...number, correct: -1_234_567.5, tolerance: 0 }, '-1,234,567.5', 1, true],
  ['number: three decimals after a comma', { ...number, correct: 1.125, tolerance: 0 }, '1,125', 1, true],
  ['number: a zero before the comma', { ...number, correct: 125, tolerance: 0 }, '0,125', 0, false],
  ['number: zero is an answer', { ...number, correct: 0, tolerance: 0 }, '0', 1, true],
  ['number: empty is not zero', { ...number, correct: 0, tolerance: 0 }, '', 0, false],
  ['number: text', number, 'three', 0, false],
  ['number: two commas', number, '3,1,4', 0, false],
  ['ordering: the correct order', ordering, ['o0', 'o1', 'o2'], 3, true],
  ['ordering: one in its place', ordering, ['o0', 'o2', 'o1'], 1, false],
  ['ordering: none in its place', ordering, ['o1', 'o2', 'o0'], 0, false],
  ['ordering: the same one everywhere', ordering, ['o0', 'o0', 'o0'], 0, false],
  ['ordering: too short', ordering, ['o0'], 1, false],
  ['ordering: equal items swapped', { ...ordering, options: options('A', 'B', 'A') }, ['o2', 'o1', 'o0'], 3, true],
  ['matching: all pairs', matching, { p0: 'm0', p1: 'm1' }, 2, true],
  ['matching: one pair', matching, { p0: 'm0', p1: 'm0' }, 1, false],
  ['matching: part of them', matching, { p1: 'm1' }, 1, false],
  ['matching: swapped', matching, { p0: 'm1', p1: 'm0' }, 0, false],
  ['matching: a property of every object', matching, { constructor: 'm0' }, 0, false],
]

test.each(ROWS)('%s', (_, question, answer, points, isCorrect) => {
  expect(gradeAnswer(build(question), answer)).toEqual({ points, isCorrect })
})

describe.each(ALL.map((question) => [question.kind, question] as const))('%s', (_, question) => {
  test('gives nothing without an answer and everything for the correct one', () => {
    expect(gradeAnswer(question, undefined)).toEqual({ points: 0, isCorrect: false })
    expect(gradeAnswer(question, getCorrectAnswer(question))).toEqual({ points: question.points, isCorrect: true })
  })

  test('gives from zero to all points for any answer, and all of them only when it is correct', () => {
    const id = fc.constantFrom('o0', 'o1', 'o2', 'o3', 'p0', 'p1', 'm0', 'm1', '__proto__', 'x')
    const answer = fc.oneof(
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string(),
      fc.array(id, { maxLength: 8 }),
      fc.dictionary(id, id),
    )
    fc.assert(
      fc.property(answer, fc.integer({ min: 0, max: 100_000 }), (given, cents) => {
        const weighted = { ...question, points: cents / 100 }
        const { points, isCorrect } = gradeAnswer(weighted, quizAnswer.parse(given))
        expect(points).toBeGreaterThanOrEqual(0)
        expect(points).toBeLessThanOrEqual(weighted.points)
        if (isCorrect) expect(points).toBe(weighted.points)
      }),
    )
  })
})

test('a fully correct answer gives all points, also of a question that was sent with many decimals', () => {
  const question = build({ ...trueFalse, points: 0.333 })
  expect([question.points, gradeAnswer(question, true).points]).toEqual([0.33, 0.33])
})

test.each(['', '-', '.', 'e5', '1e999', '0x10', 'NaN', 'Infinity', '1.2.3', true])('%j is not a number', (text) => {
  expect(parseNumbers(text)).toEqual([])
})
