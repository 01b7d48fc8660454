import * as z from 'zod/mini'
import { ANSWERS_SHOWN, QUESTION_KINDS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import { hasOnlyStorableCharacters, id, instant, multiLineText, singleLineText } from './fields.ts'
import { quizAnswer } from './quiz-answer.ts'

const questionId = z.string({ error: 'A question needs an id' }).check(z.regex(/^[\w-]{1,36}$/))
const attemptId = id

/** A question as a student sees it. */
const shownQuestion = z.object({
  question_id: z.string(),
  kind: z.enum(QUESTION_KINDS),
  text: z.string(),
  image_url: z.string(),
  points: z.number(),
  /** Of `matching`: the left side, in order. Empty otherwise. */
  prompts: z.array(z.object({ option_id: z.string(), text: z.string() })),
  /** To choose from, to order, or the right side to match: never in an order that gives the answer away. */
  options: z.array(z.object({ option_id: z.string(), text: z.string() })),
})
export type ShownQuestion = z.infer<typeof shownQuestion>

/** What is known about a question once it may be shown. */
const reviewedQuestion = z.object({
  question_id: z.string(),
  points: z.number(),
  max: z.number(),
  correct: z.boolean(),
  answer: z.nullable(quizAnswer),
  /** Null when the quiz never shows answers. */
  correct_answer: z.nullable(quizAnswer),
  explanation: z.string(),
})
export type ReviewedQuestion = z.infer<typeof reviewedQuestion>

const attempt = z.object({
  attempt_id: z.int(),
  /** The student's first is 1. */
  number: z.int(),
  started_date: instant,
  /** When the time is up; null without a limit. */
  ends_date: z.nullable(instant),
  /** Until the time is up, by the server's clock; null without a limit or once submitted. */
  seconds_left: z.nullable(z.number()),
  /** Null while it is open. */
  submitted_date: z.nullable(instant),
  /** Null while it is open. */
  score: z.nullable(z.number()),
  max: z.number(),
  passed: z.nullable(z.boolean()),
  questions: z.array(shownQuestion),
  /** Saved so far, by question_id. */
  answers: z.record(z.string(), quizAnswer),
  /** Of answered questions, when answers are shown after each; of all of them after the end, when they are shown at all. */
  review: z.array(reviewedQuestion),
})
export type QuizAttempt = z.infer<typeof attempt>

const quizInfo = z.object({
  material_id: z.int(),
  title: z.string(),
  /** In percent of the points. */
  pass_mark: z.int(),
  /** Null: as many as wanted. */
  attempts_left: z.nullable(z.int()),
  time_limit_s: z.nullable(z.int()),
  answers_shown: z.enum(ANSWERS_SHOWN),
  /** How many an attempt asks. */
  question_count: z.int(),
  max: z.number(),
})

export type QuizInfo = z.infer<typeof quizInfo>

export const getQuiz = defineEndpoint({
  summary: 'Returns a quiz without its answers; its questions are those of the open attempt, else those to expect.',
  input: z.object({ material_id: id }),
  output: z.extend(quizInfo, {
    /** Null when none is open. */
    attempt_id: z.nullable(z.int()),
    passed: z.boolean(),
    questions: z.array(shownQuestion),
  }),
})

export const startAttempt = defineEndpoint({
  summary: 'Starts an attempt, or returns the open one.',
  input: z.object({ material_id: id }),
  output: z.extend(attempt, { ends_at: z.nullable(instant) }),
})

export const saveAnswer = defineEndpoint({
  summary: 'Saves the answer to one question of an open attempt.',
  input: z.object({ attempt_id: attemptId, question_id: questionId, answer: quizAnswer }),
  output: z.object({
    /** When answers are shown after each question; that answer cannot change any more. */
    review: z.nullable(reviewedQuestion),
  }),
})

export const submitAttempt = defineEndpoint({
  summary: 'Submits an attempt and grades it. A second call returns the same result.',
  input: z.object({ attempt_id: attemptId }),
  output: z.object({
    score: z.number(),
    max: z.number(),
    passed: z.boolean(),
    review: z.array(reviewedQuestion),
    attempts_left: z.nullable(z.int()),
    /** Of the course. */
    progress: z.int(),
  }),
})

export const getAttempts = defineEndpoint({
  summary: 'Lists your attempts at a quiz, newest first.',
  input: z.object({ material_id: id }),
  output: z.array(attempt),
})

export const getSampleQuiz = defineEndpoint({
  summary: 'Returns a quiz that is a free preview, for anyone to try.',
  input: z.object({ material_id: id }),
  output: z.extend(quizInfo, { questions: z.array(shownQuestion) }),
})

export const checkSampleQuiz = defineEndpoint({
  summary: 'Grades answers to a quiz that is a free preview. Nothing is stored.',
  input: z.object({ material_id: id, answers: z.record(questionId, quizAnswer) }),
  output: z.object({ score: z.number(), max: z.number(), passed: z.boolean(), review: z.array(reviewedQuestion) }),
})

export const getQuizResults = defineEndpoint({
  summary: 'Returns how students did in a quiz, for each of its questions.',
  input: z.object({ material_id: id }),
  output: z.object({
    title: z.string(),
    attempts: z.int(),
    students: z.int(),
    passed_students: z.int(),
    /** Mean score in percent; null without a submitted attempt. */
    mean_percent: z.nullable(z.number()),
    questions: z.array(
      z.object({
        question_id: z.string(),
        kind: z.enum(QUESTION_KINDS),
        text: z.string(),
        answered: z.int(),
        /** In percent of the answers. */
        correct_percent: z.nullable(z.number()),
        /** The most frequent first. */
        wrong_answers: z.array(z.object({ text: z.string(), count: z.int() })),
      }),
    ),
  }),
})

const optionInput = z.object({ id: questionId, text: singleLineText('An answer', { max: LIMITS.option }) })

const questionBase = {
  id: questionId,
  text: multiLineText('A question', { max: LIMITS.question }),
  /** An uploaded picture's name, or empty. */
  image_url: z._default(z.string().check(z.regex(/^([0-9a-f]{32}\.webp)?$/)), ''),
  points: z._default(
    z
      .number({ error: 'Points must be a number' })
      .check(z.minimum(0, { error: 'Points must be from 0 to 1,000' }), z.maximum(1_000)),
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
    tolerance: z._default(z.number({ error: 'The tolerance must be a number' }).check(z.minimum(0)), 0),
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
      z.nullable(z.int({ error: 'Attempts must be a whole number' }).check(z.minimum(1), z.maximum(LIMITS.attempts))),
      null,
    ),
    /** Null: no limit. */
    time_limit_s: z._default(z.nullable(z.int().check(z.minimum(10), z.maximum(86_400))), null),
    answers_shown: z._default(z.enum(ANSWERS_SHOWN), 'end'),
    /** Questions, and the answers in each, in a new order for each attempt. */
    shuffle: z._default(z.boolean(), false),
    /** How many questions an attempt draws from each pool. */
    pools: z._default(
      z
        .array(
          z.object({
            name: singleLineText('A pool', { max: LIMITS.name }),
            draw: z.int({ error: 'Draw a whole number of questions' }).check(z.minimum(1), z.maximum(LIMITS.questions)),
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
