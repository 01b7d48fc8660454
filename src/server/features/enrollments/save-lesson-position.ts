import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { courses, enrollments, lessonProgress, lessons, sections } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { accessJoins, requireOpenLesson, selectLockReason } from '#server/features/lessons/lesson-access.ts'
import { pushUnreadCounts } from '#server/features/notifications/notify-new-lessons.ts'
import { saveWatched } from '#server/features/progress/save-watched.ts'

export const saveLessonPosition: Handler<'saveLessonPosition'> = async (
  { db, live, user, invalidate },
  { id, position: rawPosition, watched },
) => {
  // A tiny fraction would underflow the column's type.
  const position = Math.round(rawPosition * 100) / 100
  if (watched) {
    const { isCompletedNow, ...msg } = await db.transaction(async (tx) => {
      const saved = await saveWatched(tx, user, { lessonId: id, position, ranges: watched })
      // Unlike a position, a completion must reach the other servers even if this one stops: its message is in the transaction.
      if (saved.isCompletedNow) invalidate(['certificates'])
      return saved
    })
    // A finished course has a certificate, and the bell says so.
    if (isCompletedNow) await pushUnreadCounts(db, live, [user.student_id])
    return { msg }
  }
  await savePosition(db, user, id, position)
  return { msg: 'The position was saved' }
}

/** One statement, because it is the most frequent write: it stores the position if the lesson is open to the student. */
async function savePosition(db: Db, user: User, lessonId: number, position: number): Promise<void> {
  const joins = accessJoins(user)
  const openLesson = db
    .select({
      userId: enrollments.userId,
      lessonId: lessons.id,
      completedAt: sql`null::timestamptz`.as('completed_at'),
      positionSeconds: sql`${position}::real`.as('position_seconds'),
      watched: sql`'{}'::int4multirange`.as('watched'),
      updatedAt: sql`now()`.as('updated_at'),
    })
    .from(lessons)
    .innerJoin(courses, and(joins.course, isLive))
    .innerJoin(enrollments, joins.enrollment)
    .leftJoin(sections, joins.section)
    .leftJoin(lessonProgress, joins.progress)
    .where(and(eq(lessons.id, lessonId), isNull(selectLockReason(user))))
    // The lesson must not be removed before its progress is stored.
    .for('key share', { of: lessons })
  const { rowCount } = await runPrepared(
    db
      .insert(lessonProgress)
      .select(openLesson)
      .onConflictDoUpdate({
        target: [lessonProgress.userId, lessonProgress.lessonId],
        set: { positionSeconds: sql`excluded.position_seconds`, updatedAt: sql`now()` },
      }),
  )
  if (rowCount !== 0) return
  await requireOpenLesson(db, user, lessonId)
  // A preview, which keeps no position.
  throw new AppError('not_enrolled')
}
