import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { courses, enrollments, lessonProgress, lessons, sections } from '#server/platform/db/schema.ts'
import {
  accessJoins,
  type LessonUser,
  selectLockReason,
  selectOpensAt,
  toLock,
} from '#server/features/lessons/lesson-access.ts'
import { selectRuleMet } from './is-earned.ts'

export type LessonState = Awaited<ReturnType<typeof readLessonState>>

/** Call it with the enrollment's lock, so that what it says stays true. Throws lesson_not_found. */
export async function readLessonState(
  tx: Tx,
  user: NonNullable<LessonUser>,
  { courseId, lessonId }: { courseId: number; lessonId: number },
) {
  const joins = accessJoins(user)
  const [row] = await runPrepared(
    tx
      .select({
        lessonId: lessons.id,
        title: lessons.title,
        completion: lessons.completion,
        watchPercent: lessons.watchPercent,
        durationSeconds: lessons.durationSeconds,
        completedAt: lessonProgress.completedAt,
        watched: lessonProgress.watched,
        isRuleMet: selectRuleMet(user.student_id),
        reason: selectLockReason(user),
        opensAt: selectOpensAt,
        // Not when the transaction began: it may have waited for the lock.
        now: sql<Date>`clock_timestamp()::timestamptz(3)`.mapWith(enrollments.createdAt),
      })
      .from(lessons)
      .innerJoin(courses, joins.course)
      .leftJoin(sections, joins.section)
      .leftJoin(enrollments, joins.enrollment)
      .leftJoin(lessonProgress, joins.progress)
      .where(and(eq(lessons.id, lessonId), eq(lessons.courseId, courseId))),
  )
  if (!row) throw new AppError('lesson_not_found')
  const { reason, opensAt, ...lesson } = row
  return { ...lesson, lock: toLock(reason, opensAt) }
}
