import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'
import type { Random } from '#server/demo/seeded-random.ts'

/** An answer as students give it: the correct one, or a mistake of which some are more frequent than others. */
export function answerQuestion(
  question: QuizQuestion,
  isKnown: boolean,
  mistakes: readonly string[],
  random: Random,
): QuizAnswer {
  const pick = <Item>(items: readonly Item[]) => items[random.between(0, items.length - 1)] as Item
  switch (question.kind) {
    case 'single': {
      if (isKnown) return question.correct
      const wrong = question.options.filter(({ id }) => id !== question.correct)
      // The smaller of two draws, so that the first mistake is the usual one.
      return wrong[Math.min(random.between(0, wrong.length - 1), random.between(0, wrong.length - 1))]?.id ?? ''
    }
    case 'multiple': {
      if (isKnown) return question.correct
      const others = question.options.map(({ id }) => id).filter((id) => !question.correct.includes(id))
      const [last = '', ...rest] = question.correct.toReversed()
      return random.between(0, 2) > 0 ? rest.toReversed() : [...rest, last, pick(others)]
    }
    case 'true_false':
      return isKnown === question.correct
    case 'short_text':
      return isKnown ? pick(question.accepted) : pick(mistakes)
    case 'number':
      return isKnown ? String(question.correct) : pick(mistakes)
    case 'ordering':
      return swapSome(
        question.options.map(({ id }) => id),
        isKnown,
        random,
      )
    case 'matching': {
      const matches = swapSome(
        question.pairs.map(({ match_id }) => match_id),
        isKnown,
        random,
      )
      return Object.fromEntries(question.pairs.map(({ id }, place) => [id, matches[place] ?? '']))
    }
  }
}

/** Two neighbours change places. */
function swapSome(ids: readonly string[], isKnown: boolean, random: Random): string[] {
  const swapped = [...ids]
  if (isKnown) return swapped
  const at = Math.min(random.between(0, ids.length - 2), random.between(0, ids.length - 2))
  const [one = '', other = ''] = swapped.splice(at, 2)
  swapped.splice(at, 0, other, one)
  return swapped
}
