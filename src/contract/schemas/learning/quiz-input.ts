import * as z from 'zod/mini'
import { ANSWERS_SHOWN } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'
import { hasOnlyStorableCharacters, multiLineText, singleLineText } from '#contract/schemas/fields.ts'

const ATTEMPTS_ERROR = { error: `Attempts are from 1 to ${LIMITS.attempts}` }
const TIME_ERROR = { error: 'The time limit must be from 10 seconds to 24 hours' }
const DRAW_ERROR = { error: `Draw from 1 to ${LIMITS.questions} questions` }

export const questionId = z.string({ error: 'A question needs an id' }).check(z.regex(/^[\w-]{1,36}$/))

/** To hundredths, as answers are graded. */
export const roundPoints = (points: number): number => Math.round(100 * points) / 100

const optionInput = z.object({ id: questionId, text: singleLineText('An answer', { max: LIMITS.option }) })

const questionBase = {
  id: questionId,
  text: multiLineText('A question', { max: LIMITS.question }),
  /** An uploaded picture's name, or empty. */
  image_url: z._default(z.string().check(z.regex(/^([0-9a-f]{32}\.webp)?$/)), ''),
  /** Rounded, so that the points of all questions are the sum of what each can give. */
  points: z._default(
    z
      .number({ error: 'Points must be a number' })
      .check(
        z.minimum(0, { error: 'Points must be from 0 to 1,000' }),
        z.maximum(1_000, { error: 'Points must be from 0 to 1,000' }),
        z.overwrite(roundPoints),
      ),
    1,
  ),
  explanation: z._default(
    z.string().check(z.trim(), z.maxLength(LIMITS.question), z.refine(hasOnlyStorableCharacters)),
    '',
  ),
  /** The pool it is drawn from; empty: it is always asked. */
  pool: z._default(singleLineText('A pool', { min: 0, max: LIMITS.name }), ''),
}
const options = (min: number) =>
  z.array(optionInput).check(
    z.minLength(min, { error: `Add at least ${min} answers` }),
    z.maxLength(LIMITS.options, { error: `A question can have at most ${LIMITS.options} answers` }),
    z.refine((list) => new Set(list.map(({ id: optionId }) => optionId)).size === list.length, {
      error: 'Each answer needs its own id',
    }),
  )

/** A question with its answers, as only admins see it. */
export const questionInput = z.discriminatedUnion('kind', [
  z.object({ ...questionBase, kind: z.literal('single'), options: options(2), correct: questionId }).check(
    z.refine(({ options: list, correct }) => list.some((option) => option.id === correct), {
      error: 'Choose the correct answer',
      path: ['correct'],
    }),
  ),
  z
    .object({
      ...questionBase,
      kind: z.literal('multiple'),
      options: options(2),
      correct: z.array(questionId).check(z.minLength(1, { error: 'Choose at least one correct answer' })),
    })
    .check(
      z.refine(({ options: list, correct }) => correct.every((one) => list.some((option) => option.id === one)), {
        error: 'Choose the correct answers',
        path: ['correct'],
      }),
    ),
  z.object({ ...questionBase, kind: z.literal('true_false'), correct: z.boolean({ error: 'Choose true or false' }) }),
  z.object({
    ...questionBase,
    kind: z.literal('short_text'),
    /** Any of these, whatever the case and the spaces around. */
    accepted: z
      .array(singleLineText('An accepted answer', { max: LIMITS.option }))
      .check(z.minLength(1, { error: 'Add an accepted answer' }), z.maxLength(LIMITS.options)),
    case_sensitive: z._default(z.boolean(), false),
  }),
  z.object({
    ...questionBase,
    kind: z.literal('number'),
    correct: z.number({ error: 'The answer must be a number' }),
    tolerance: z._default(
      z
        .number({ error: 'The tolerance must be a number' })
        .check(z.minimum(0, { error: 'The tolerance must be 0 or more' })),
      0,
    ),
  }),
  /** In the correct order. */
  z.object({ ...questionBase, kind: z.literal('ordering'), options: options(2) }),
  z.object({
    ...questionBase,
    kind: z.literal('matching'),
    /** `id` is the left side's, `match_id` the right side's. */
    pairs: z
      .array(
        z.object({
          id: questionId,
          text: singleLineText('The left side', { max: LIMITS.option }),
          match_id: questionId,
          match: singleLineText('The right side', { max: LIMITS.option }),
        }),
      )
      .check(z.minLength(2, { error: 'Add at least 2 pairs' }), z.maxLength(LIMITS.options)),
  }),
])
export type QuizQuestion = z.output<typeof questionInput>

export const quizInput = z
  .object({
    /** In percent of the points. */
    pass_mark: z._default(
      z
        .int({ error: 'The pass mark is a whole percentage' })
        .check(
          z.minimum(0, { error: 'The pass mark is from 0 to 100' }),
          z.maximum(100, { error: 'The pass mark is from 0 to 100' }),
        ),
      70,
    ),
    /** Null: as many as wanted. */
    max_attempts: z._default(
      z.nullable(
        z
          .int({ error: 'Attempts must be a whole number' })
          .check(z.minimum(1, ATTEMPTS_ERROR), z.maximum(LIMITS.attempts, ATTEMPTS_ERROR)),
      ),
      null,
    ),
    /** Null: no limit. */
    time_limit_s: z._default(
      z.nullable(z.int(TIME_ERROR).check(z.minimum(10, TIME_ERROR), z.maximum(86_400, TIME_ERROR))),
      null,
    ),
    answers_shown: z._default(z.enum(ANSWERS_SHOWN), 'end'),
    /** Questions, and the answers in each, in a new order for each attempt. */
    shuffle: z._default(z.boolean(), false),
    /** How many questions an attempt draws from each pool. */
    pools: z._default(
      z
        .array(
          z.object({
            name: singleLineText('A pool', { max: LIMITS.name }),
            draw: z
              .int({ error: 'Draw a whole number of questions' })
              .check(z.minimum(1, DRAW_ERROR), z.maximum(LIMITS.questions, DRAW_ERROR)),
          }),
        )
        .check(z.maxLength(LIMITS.options)),
      [],
    ),
    questions: z.array(questionInput).check(
      z.minLength(1, { error: 'Add a question' }),
      z.maxLength(LIMITS.questions, { error: `A quiz can have at most ${LIMITS.questions} questions` }),
      z.refine((list) => new Set(list.map((question) => question.id)).size === list.length, {
        error: 'Each question needs its own id',
      }),
    ),
  })
  .check(
    z.refine(
      ({ pools, questions }) =>
        pools.every(({ name, draw }) => questions.filter(({ pool }) => pool === name).length >= draw),
      { error: 'A pool draws more questions than it has', path: ['pools'] },
    ),
    z.refine(
      ({ pools, questions }) => questions.every(({ pool }) => pool === '' || pools.some((p) => p.name === pool)),
      {
        error: 'A question names a pool that does not exist',
        path: ['questions'],
      },
    ),
  )
export type Quiz = z.output<typeof quizInput>
