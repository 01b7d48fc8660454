import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { lockEnrollment } from '#server/features/enrollments/lock-enrollment.ts'
import { setLessonCompleted } from '#server/features/progress/complete-lesson.ts'
import type { Services } from '#server/pipeline/services.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { learningEvents, lessons, quizAnswers, quizAttempts } from '#server/platform/db/schema.ts'
import { toAnswerText } from '#server/features/quizzes/answer-text.ts'
import { attemptColumns, type AttemptRow, attemptsOf, isTimeUp } from './attempt-row.ts'
import { sumPoints } from './draw-questions.ts'
import { gradeAnswer } from '#server/features/quizzes/grade-answer.ts'

export interface LockedAttempt extends AttemptRow {
  courseId: number
  completion: (typeof lessons.$inferSelect)['completion']
}

/** Locks the enrollment and then the attempt, in the order of every change of progress. Throws attempt_not_found. */
export async function lockAttempt(tx: Tx, attemptId: number): Promise<LockedAttempt> {
  const [found] = await tx
    .select({ userId: quizAttempts.userId, courseId: lessons.courseId, completion: lessons.completion })
    .from(quizAttempts)
    .innerJoin(lessons, eq(lessons.id, quizAttempts.lessonId))
    .where(eq(quizAttempts.id, attemptId))
  if (!found) throw new AppError('attempt_not_found')
  await lockEnrollment(tx, found.userId, found.courseId)
  const [attempt] = await tx
    .select(attemptColumns)
    .from(quizAttempts)
    .where(and(eq(quizAttempts.id, attemptId), eq(quizAttempts.isVoid, false)))
    .for('update')
  if (!attempt) throw new AppError('attempt_not_found')
  return { ...attempt, ...found }
}

/** Grades an open attempt with what was saved; one that is submitted already stays as it is. */
export async function finishAttempt(tx: Tx, attempt: LockedAttempt): Promise<AttemptRow> {
  if (attempt.submittedAt !== null) return attempt
  const { id, userId, lessonId, courseId, questions, answers, maxScore, passMark } = attempt
  const graded = questions.map((question) => ({
    question,
    answer: answers[question.id],
    ...gradeAnswer(question, answers[question.id]),
  }))
  const score = sumPoints(graded.map(({ points }) => points))
  const isPassed = isPassing({ score, max: maxScore, passMark })
  const [row] = await tx
    .update(quizAttempts)
    .set({ score, isPassed, submittedAt: sql`least(clock_timestamp(), ${quizAttempts.endsAt})` })
    .where(eq(quizAttempts.id, id))
    .returning({ submittedAt: quizAttempts.submittedAt })
  await tx.insert(quizAnswers).values(
    graded.map(({ question, answer, points, isCorrect }) => ({
      ...{ attemptId: id, lessonId, questionId: question.id },
      ...{ answerText: toAnswerText(question, answer), points, isCorrect },
    })),
  )
  const data = { attempt_id: id, score, max: maxScore, passed: isPassed }
  await tx.insert(learningEvents).values({ userId, courseId, lessonId, kind: 'attempt_submitted', data })
  if (isPassed && attempt.completion === 'passed')
    await setLessonCompleted(tx, { userId, courseId, lessonId, value: true, data: { attempt_id: id } })
  return { ...attempt, score, isPassed, submittedAt: row?.submittedAt ?? new Date() }
}

/** The score and the maximum are whole hundredths, which binary fractions hold almost. */
export const isPassing = ({ score, max, passMark }: { score: number; max: number; passMark: number }): boolean =>
  Math.round(100 * (100 * score - passMark * max)) >= 0

/** Grades the student's attempt if its time is up. */
export async function finishIfTimeIsUp(
  { db, invalidate }: Pick<Services, 'db' | 'invalidate'>,
  userId: number,
  lessonId: number,
): Promise<void> {
  const [found] = await db
    .select({ id: quizAttempts.id })
    .from(quizAttempts)
    .where(and(attemptsOf(userId, lessonId), isNull(quizAttempts.submittedAt), isTimeUp))
  if (!found) return
  await db.transaction(async (tx) => {
    invalidate([`progress:${userId}`])
    await finishAttempt(tx, await lockAttempt(tx, found.id))
  })
}
