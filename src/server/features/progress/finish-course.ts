import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { certificates, enrollments, lessonProgress, lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { type LockedEnrollment, lockOwnEnrollment } from '#server/features/enrollments/lock-enrollment.ts'
import { recountEnrollment } from './complete-lesson.ts'
import { finishEnrollment } from './finish-enrollment.ts'

/** For a course whose last open lesson was removed: that alone finishes nobody. */
export const finishCourse: Handler<'finishCourse'> = async ({ db, user }, { course_id }) => {
  const certificateId = await db.transaction(async (tx) => {
    const enrollment = await lockOwnEnrollment(tx, user.student_id, course_id)
    if (!enrollment.finishedAt) {
      const { completed, total } = await recountEnrollment(tx, enrollment)
      if (total === 0 || completed < total) throw new AppError('not_finished')
      await finishEnrollment(tx, enrollment, await readFinishTime(tx, enrollment))
    }
    return findCertificate(tx, enrollment)
  })
  return { msg: { certificate_id: certificateId } }
}

/** Not before any of the completions, by which `is_new` tells what the finish counted. */
async function readFinishTime(tx: Tx, { userId, courseId }: LockedEnrollment): Promise<Date> {
  const [row] = await tx
    .select({
      at: sql<Date>`greatest(clock_timestamp()::timestamptz(3), max(${lessonProgress.completedAt}))`.mapWith(
        enrollments.createdAt,
      ),
    })
    .from(lessonProgress)
    .innerJoin(lessons, and(eq(lessons.id, lessonProgress.lessonId), eq(lessons.courseId, courseId)))
    .where(eq(lessonProgress.userId, userId))
  return row?.at ?? new Date()
}

async function findCertificate(tx: Tx, { userId, courseId }: LockedEnrollment): Promise<string | null> {
  const [certificate] = await tx
    .select({ id: certificates.id })
    .from(certificates)
    .where(
      and(
        eq(certificates.userId, userId),
        eq(certificates.courseId, courseId),
        isNull(certificates.revokedAt),
        isNull(certificates.replacedBy),
      ),
    )
  return certificate?.id ?? null
}
