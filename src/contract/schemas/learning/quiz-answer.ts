import * as z from 'zod/mini'
import { LIMITS } from '#contract/limits.ts'
import { hasOnlyStorableCharacters } from '#contract/schemas/fields.ts'

const textUpTo = (max: number) => z.string().check(z.maxLength(max), z.refine(hasOnlyStorableCharacters))
const optionId = textUpTo(36)

/**
 * An answer, by the question's kind: an option_id (`single`), option_ids (`multiple`; `ordering` in order), `true` or
 * `false`, text, a number, or an option_id for each prompt's (`matching`).
 */
export const quizAnswer = z.union(
  [
    z.boolean(),
    z.number(),
    textUpTo(LIMITS.question),
    z.array(optionId).check(z.maxLength(LIMITS.options)),
    z.record(optionId, optionId).check(z.refine((pairs) => Object.keys(pairs).length <= LIMITS.options)),
  ],
  { error: 'This is no answer to the question' },
)
export type QuizAnswer = z.infer<typeof quizAnswer>
