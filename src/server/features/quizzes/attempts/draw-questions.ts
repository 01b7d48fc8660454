import { createHash, randomInt } from 'node:crypto'
import { type Quiz, type QuizQuestion, roundPoints } from '#contract/schemas/learning/quiz-input.ts'
import type { ShownQuestion } from '#contract/schemas/learning/quizzes.ts'

/** Returns the items in the order in which they are shown. */
export type Arrange = <Item>(items: readonly Item[], getText: (item: Item) => string) => Item[]

/** By a random source that nobody can predict. */
export const arrangeAtRandom: Arrange = (items) => {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[shuffled[at], shuffled[other]] = [shuffled[other] as never, shuffled[at] as never]
  }
  return shuffled
}

/** The same order each time, for a quiz without an attempt that could keep one. */
export const arrangeByHash: Arrange = (items, getText) => {
  const hash = (item: (typeof items)[number]) => createHash('sha256').update(getText(item)).digest('hex')
  return items.toSorted((a, b) => (hash(a) < hash(b) ? -1 : 1))
}

/** The questions that an attempt asks: those without a pool, and as many of each pool as the quiz draws. */
export function drawQuestions(quiz: Quiz, arrange: Arrange): QuizQuestion[] {
  const drawn = new Set<QuizQuestion>()
  for (const { name, draw } of quiz.pools) {
    const pool = quiz.questions.filter((question) => question.pool === name)
    for (const question of arrange(pool, ({ id }) => id).slice(0, draw)) drawn.add(question)
  }
  const questions = quiz.questions.filter((question) => question.pool === '' || drawn.has(question))
  const ordered = quiz.shuffle ? arrange(questions, ({ id }) => id) : questions
  return ordered.map((question) => hideIds(question, quiz.shuffle, arrange))
}

/** How many questions an attempt asks, and for how many points at most. */
export function measureQuiz({ questions, pools }: Pick<Quiz, 'questions' | 'pools'>) {
  const fixed = questions.filter(({ pool }) => pool === '')
  const count = pools.reduce((sum, { draw }) => sum + draw, fixed.length)
  const poolPoints = pools.map(({ name, draw }) => {
    const points = questions.filter(({ pool }) => pool === name).map((question) => question.points)
    return points.toSorted((a, b) => b - a).slice(0, draw)
  })
  return { count, max: sumPoints([...fixed.map((question) => question.points), ...poolPoints.flat()]) }
}

/** Each rounded as its answer is graded: a stored quiz may have more decimals. */
export const sumPoints = (points: readonly number[]): number =>
  roundPoints(points.reduce((sum, one) => sum + roundPoints(one), 0))

/**
 * Gives options the ids 0, 1, 2 … in the order in which they are shown, because the author's ids may give the answer
 * away. Options to order or to match are always shuffled, and never shown in the correct order.
 */
function hideIds(question: QuizQuestion, isShuffled: boolean, arrange: Arrange): QuizQuestion {
  switch (question.kind) {
    case 'single': {
      const { options, newIds } = renumber(isShuffled ? arrange(question.options, toText) : question.options)
      return { ...question, options, correct: newIds.get(question.correct) ?? '' }
    }
    case 'multiple': {
      const { options, newIds } = renumber(isShuffled ? arrange(question.options, toText) : question.options)
      return { ...question, options, correct: question.correct.map((id) => newIds.get(id) ?? '') }
    }
    case 'ordering': {
      const { newIds } = renumber(disarrange(question.options, arrange))
      return { ...question, options: question.options.map((one) => ({ ...one, id: newIds.get(one.id) ?? '' })) }
    }
    case 'matching':
      return { ...question, pairs: hidePairIds(question.pairs, arrange) }
    default:
      return question
  }
}

type Option = Extract<QuizQuestion, { kind: 'ordering' }>['options'][number]
type Pair = Extract<QuizQuestion, { kind: 'matching' }>['pairs'][number]

const toText = ({ text }: Option) => text

function renumber(options: readonly Option[]) {
  return {
    options: options.map((option, index) => ({ ...option, id: String(index) })),
    newIds: new Map(options.map(({ id }, index) => [id, String(index)])),
  }
}

/** Equal right sides become one option. */
function hidePairIds(pairs: readonly Pair[], arrange: Arrange): Pair[] {
  const texts = [...new Set(pairs.map(({ match }) => match))]
  const shown = disarrange(
    texts.map((text) => ({ id: text, text })),
    arrange,
  )
  const newIds = new Map(shown.map(({ text }, index) => [text, String(index)]))
  return pairs.map((pair, index) => ({ ...pair, id: String(index), match_id: newIds.get(pair.match) ?? '' }))
}

/** Any order but the given one, unless all texts are equal. */
function disarrange(options: readonly Option[], arrange: Arrange): Option[] {
  const shown = arrange(options, toText)
  for (let turns = 1; turns < options.length && isSameOrder(shown, options); turns++) shown.push(...shown.splice(0, 1))
  return shown
}

const isSameOrder = (a: readonly Option[], b: readonly Option[]) => a.every(({ text }, at) => text === b[at]?.text)

/** A drawn question without its answer. */
export function toShownQuestion(question: QuizQuestion): ShownQuestion {
  const { id, kind, text, image_url, points } = question
  const shown = { question_id: id, kind, text, image_url, points, prompts: [], options: [] }
  switch (question.kind) {
    case 'single':
    case 'multiple':
    case 'ordering':
      return { ...shown, options: inShownOrder(question.options) }
    case 'matching': {
      const matches = new Map(question.pairs.map((pair) => [pair.match_id, pair.match]))
      return {
        ...shown,
        prompts: question.pairs.map((pair) => ({ option_id: pair.id, text: pair.text })),
        options: inShownOrder([...matches].map(([matchId, match]) => ({ id: matchId, text: match }))),
      }
    }
    default:
      return shown
  }
}

/** The ids are the places in the shown order. */
const inShownOrder = (options: readonly Option[]) =>
  options.toSorted((a, b) => Number(a.id) - Number(b.id)).map((option) => ({ option_id: option.id, text: option.text }))
