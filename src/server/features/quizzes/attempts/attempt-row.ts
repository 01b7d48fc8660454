import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { QuizAttempt } from '#contract/schemas/learning/quizzes.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { quizAttempts } from '#server/platform/db/schema.ts'
import { toShownQuestion } from './draw-questions.ts'
import { reviewQuestion } from '#server/features/quizzes/review-question.ts'

/** An answer that was sent in time may arrive late. */
const GRACE_SECONDS = 5

/** By the database's clock. */
export const isTimeUp: SQL<boolean> = sql<boolean>`coalesce(${quizAttempts.endsAt} + ${GRACE_SECONDS} * interval '1 second' < clock_timestamp(), false)`

/** The attempts that count: a reset of the student's progress voids the earlier ones. */
export const attemptsOf = (userId: number, lessonId: number): SQL | undefined =>
  and(eq(quizAttempts.userId, userId), eq(quizAttempts.lessonId, lessonId), eq(quizAttempts.isVoid, false))

export const attemptColumns = {
  ...getTableColumns(quizAttempts),
  isTimeUp,
  // `greatest` ignores null, which is no limit.
  secondsLeft: sql<number | null>`case when ${quizAttempts.endsAt} is not null then
    greatest(0, extract(epoch from ${quizAttempts.endsAt} - clock_timestamp()))::double precision end`,
}

export type AttemptRow = typeof quizAttempts.$inferSelect & { isTimeUp: boolean; secondsLeft: number | null }

export function toAttempt(row: AttemptRow, number: number): QuizAttempt {
  const { questions, answers, submittedAt } = row
  return {
    attempt_id: row.id,
    number,
    answers_shown: row.answersShown,
    started_date: row.startedAt.toISOString(),
    ends_date: row.endsAt?.toISOString() ?? null,
    seconds_left: submittedAt ? null : row.secondsLeft,
    submitted_date: submittedAt?.toISOString() ?? null,
    score: row.score,
    max: row.maxScore,
    passed: row.isPassed,
    questions: questions.map(toShownQuestion),
    answers,
    review: reviewAttempt(row),
  }
}

/** What the student may know by now. */
export function reviewAttempt({
  questions,
  answersShown,
  answers,
  submittedAt,
}: Pick<AttemptRow, 'questions' | 'answersShown' | 'answers' | 'submittedAt'>): QuizAttempt['review'] {
  if (answersShown === 'never' || (answersShown === 'end' && !submittedAt)) return []
  return questions
    .filter(({ id }) => submittedAt !== null || answers[id] !== undefined)
    .map((question) => reviewQuestion(question, answers[question.id]))
}

export interface AttemptSummary {
  count: number
  hasPassed: boolean
}

export async function summarizeAttempts(
  db: Pick<Db, 'select'>,
  userId: number,
  lessonId: number,
): Promise<AttemptSummary> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      hasPassed: sql<boolean>`coalesce(bool_or(${quizAttempts.isPassed}), false)`,
    })
    .from(quizAttempts)
    .where(attemptsOf(userId, lessonId))
  return row ?? { count: 0, hasPassed: false }
}
