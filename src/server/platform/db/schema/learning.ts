import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { ANSWERS_SHOWN, LEARNING_EVENT_KINDS, SUBMISSION_STATUSES } from '#contract/choices.ts'
import { type QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import { type QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'
import { users } from './accounts.ts'
import { id, instant, int4multirange, now, real } from './columns.ts'
import { courses, lessons } from './courses.ts'

export const lessonProgress = pgTable(
  'lesson_progress',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: id('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    completedAt: instant('completed_at'),
    /** Where the student stopped watching. */
    positionSeconds: real('position_seconds').notNull().default(0),
    /** What the student has watched, derived from the events. */
    watched: int4multirange('watched')
      .notNull()
      .default(sql`'{}'`),
    updatedAt: instant('updated_at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.userId, t.lessonId] }), index('lesson_progress_lesson').on(t.lessonId)],
)

/** Append-only. Progress is derived from it and can be rebuilt (`npm run check:progress`). */
export const learningEvents = pgTable(
  'learning_events',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    courseId: id('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** Without a reference, because a removed lesson's events stay. Null for the whole course. */
    lessonId: id('lesson_id'),
    kind: text('kind', { enum: LEARNING_EVENT_KINDS }).notNull(),
    /** Such as the watched range `{ from, to }` or a score `{ score, max }`. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    /** The admin who did it; null for the student's own. */
    actorId: id('actor_id').references(() => users.id, { onDelete: 'set null' }),
    reason: varchar('reason', { length: 300 }).notNull().default(''),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [
    index('learning_events_user_course').on(t.userId, t.courseId, t.id),
    index('learning_events_course').on(t.courseId),
    index('learning_events_actor')
      .on(t.actorId)
      .where(sql`${t.actorId} is not null`),
  ],
)

export const quizAttempts = pgTable(
  'quiz_attempts',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: id('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    startedAt: instant('started_at').notNull().default(now),
    /** When the time is up; null without a limit. */
    endsAt: instant('ends_at'),
    /** Null while it is open. */
    submittedAt: instant('submitted_at'),
    /** As they were drawn, with their answers: a later change of the quiz does not change the attempt. */
    questions: jsonb('questions').$type<QuizQuestion[]>().notNull(),
    answersShown: text('answers_shown', { enum: ANSWERS_SHOWN }).notNull().default('end'),
    /** By question id. */
    answers: jsonb('answers').$type<Record<string, QuizAnswer>>().notNull().default({}),
    passMark: smallint('pass_mark').notNull(),
    maxScore: real('max_score').notNull(),
    score: real('score'),
    isPassed: boolean('is_passed'),
    /** Set by a reset of the student's progress: it does not count any more. */
    isVoid: boolean('is_void').notNull().default(false),
  },
  (t) => [
    index('quiz_attempts_user').on(t.userId, t.lessonId, t.id),
    index('quiz_attempts_lesson').on(t.lessonId),
    uniqueIndex('quiz_attempts_open')
      .on(t.userId, t.lessonId)
      .where(sql`${t.submittedAt} is null and not ${t.isVoid}`),
    check('quiz_attempts_score', sql`(${t.score} is null) = (${t.submittedAt} is null)`),
  ],
)

/** The graded answers of submitted attempts, for the results of each question. */
export const quizAnswers = pgTable(
  'quiz_answers',
  {
    attemptId: id('attempt_id')
      .notNull()
      .references(() => quizAttempts.id, { onDelete: 'cascade' }),
    lessonId: id('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    questionId: varchar('question_id', { length: 36 }).notNull(),
    /** In words, as the results list it; empty when it was not answered. */
    answerText: varchar('answer_text', { length: 500 }).notNull(),
    points: real('points').notNull(),
    isCorrect: boolean('is_correct').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.attemptId, t.questionId] }),
    index('quiz_answers_lesson').on(t.lessonId, t.questionId),
  ],
)

export const submissions = pgTable(
  'submissions',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: id('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    text: text('text').notNull().default(''),
    /** A file in the data folder, or empty. */
    fileUrl: varchar('file_url', { length: 2048 }).notNull().default(''),
    fileName: varchar('file_name', { length: 255 }).notNull().default(''),
    submittedAt: instant('submitted_at').notNull().default(now),
    status: text('status', { enum: SUBMISSION_STATUSES }).notNull().default('waiting'),
    feedback: text('feedback').notNull().default(''),
    gradedBy: id('graded_by').references(() => users.id, { onDelete: 'set null' }),
    gradedAt: instant('graded_at'),
  },
  (t) => [
    index('submissions_user').on(t.userId, t.lessonId, t.id),
    index('submissions_lesson').on(t.lessonId),
    index('submissions_graded_by')
      .on(t.gradedBy)
      .where(sql`${t.gradedBy} is not null`),
    index('submissions_waiting')
      .on(t.id)
      .where(sql`${t.status} = 'waiting'`),
    // The order of the panel: those that wait, the longest waiting first; then the newest.
    index('submissions_order').on(
      sql`(${t.status} = 'waiting') desc`,
      sql`(case when ${t.status} = 'waiting' then ${t.id} end)`,
      sql`${t.id} desc`,
    ),
    index('submissions_file')
      .using('hash', t.fileUrl)
      .where(sql`${t.fileUrl} <> ''`),
  ],
)

/** A student's own, private. */
export const notes = pgTable(
  'notes',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: id('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    seconds: real('seconds').notNull(),
    text: varchar('text', { length: 2_000 }).notNull(),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [index('notes_user_lesson').on(t.userId, t.lessonId, t.seconds), index('notes_lesson').on(t.lessonId)],
)
