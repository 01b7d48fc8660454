import * as z from 'zod/mini'
import { ANSWERS_SHOWN, QUESTION_KINDS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant } from '#contract/schemas/fields.ts'
import { quizAnswer } from './quiz-answer.ts'
import { questionId } from './quiz-input.ts'

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
  /** As the quiz said when it began. */
  answers_shown: z.enum(ANSWERS_SHOWN),
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
