import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import { type QuizQuestion, roundPoints } from '#contract/schemas/learning/quiz-input.ts'

export interface Grade {
  /** From 0 to the question's points, with at most two decimals. */
  points: number
  isCorrect: boolean
}

/**
 * Grades one answer. `single`, `true_false`, `short_text` and `number` give all points or none. The others give a part:
 * `multiple` for each correct choice less each wrong one, never below 0, `ordering` for each item in its place, and
 * `matching` for each correct pair.
 */
export function gradeAnswer(question: QuizQuestion, answer: QuizAnswer | undefined): Grade {
  const share = answer === undefined ? 0 : getShare(question, answer)
  return { points: roundPoints(share * question.points), isCorrect: share === 1 }
}

/** From 0 to 1, and 1 only for a fully correct answer. */
function getShare(question: QuizQuestion, answer: QuizAnswer): number {
  switch (question.kind) {
    case 'single':
      return Number(answer === question.correct)
    case 'multiple':
      return Array.isArray(answer) ? getMultipleShare(question.correct, answer) : 0
    case 'true_false':
      return Number(answer === question.correct)
    case 'short_text':
      return Number(isAccepted(question, answer))
    case 'number':
      return Number(parseNumbers(answer).some((given) => isWithinTolerance(question, given)))
    case 'ordering':
      return Array.isArray(answer) ? getOrderingShare(question.options, answer) : 0
    case 'matching':
      return isPairs(answer) ? getMatchingShare(question.pairs, answer) : 0
  }
}

function getMultipleShare(correct: readonly string[], answer: readonly string[]): number {
  const right = new Set(correct)
  const chosen = [...new Set(answer)]
  const hits = chosen.filter((id) => right.has(id)).length
  return Math.max(0, hits - (chosen.length - hits)) / right.size
}

type Option = Extract<QuizQuestion, { kind: 'ordering' }>['options'][number]

/** By text: who answers cannot tell two equal items apart. */
function getOrderingShare(options: readonly Option[], answer: readonly string[]): number {
  const texts = new Map(options.map(({ id, text }) => [id, text]))
  // A repeated item would be in its place more often than it exists.
  if (new Set(answer).size !== answer.length) return 0
  return options.filter(({ text }, place) => texts.get(answer[place] ?? '') === text).length / options.length
}

type Pair = Extract<QuizQuestion, { kind: 'matching' }>['pairs'][number]

function getMatchingShare(pairs: readonly Pair[], answer: Record<string, string>): number {
  const texts = new Map(pairs.map(({ match_id, match }) => [match_id, match]))
  const isRight = ({ id, match }: Pair) => Object.hasOwn(answer, id) && texts.get(answer[id] ?? '') === match
  return pairs.filter(isRight).length / pairs.length
}

function isAccepted(
  { accepted, case_sensitive }: Extract<QuizQuestion, { kind: 'short_text' }>,
  answer: QuizAnswer,
): boolean {
  if (typeof answer !== 'string' && typeof answer !== 'number') return false
  const normalize = (text: string) => {
    const spaced = text.normalize('NFC').trim().replace(/\s+/gu, ' ')
    return case_sensitive ? spaced : spaced.toLowerCase()
  }
  const given = normalize(String(answer))
  return accepted.some((one) => normalize(one) === given)
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

const THOUSANDS = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/

/**
 * With a decimal comma or point, and spaces between the digits. Commas before three digits are read as thousands, too:
 * 1,000 is a thousand and one. Empty when it is not a number.
 */
export function parseNumbers(answer: QuizAnswer): number[] {
  if (typeof answer === 'number') return [answer]
  if (typeof answer !== 'string') return []
  const text = answer.replace(/\s/gu, '').replace('\u2212', '-')
  const readings = [text.replace(',', '.'), ...(THOUSANDS.test(text) ? [text.replaceAll(',', '')] : [])]
  return readings
    .filter((reading) => NUMBER.test(reading))
    .map(Number)
    .filter(Number.isFinite)
}

/** 1.1 is within 0.1 of 1, although the difference of the two binary fractions is a little more. */
const ROUNDING = 8 * Number.EPSILON

function isWithinTolerance({ correct, tolerance }: Extract<QuizQuestion, { kind: 'number' }>, given: number): boolean {
  return Math.abs(given - correct) <= tolerance + ROUNDING * Math.max(Math.abs(given), Math.abs(correct))
}

const isPairs = (answer: QuizAnswer): answer is Record<string, string> =>
  typeof answer === 'object' && !Array.isArray(answer)
