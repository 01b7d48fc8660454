import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { enrollments, lessonProgress, lessons } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'

export const saveLessonPosition: Handler<'saveLessonPosition'> = async ({ db, user }, { id, position: exact }) => {
  // As fine as anybody seeks, and never too small a number for its column.
  const position = Math.round(exact * 100) / 100
  const userId = user.student_id
  const [lesson] = await db
    .select({ enrollmentId: enrollments.id })
    .from(lessons)
    .leftJoin(enrollments, and(eq(enrollments.courseId, lessons.courseId), eq(enrollments.userId, userId)))
    .where(eq(lessons.id, id))
  if (!lesson) throw new AppError('lesson_not_found')
  if (lesson.enrollmentId === null) throw new AppError('not_enrolled')
  await db
    .insert(lessonProgress)
    .values({ userId, lessonId: id, positionSeconds: position })
    .onConflictDoUpdate({
      target: [lessonProgress.userId, lessonProgress.lessonId],
      set: { positionSeconds: position, updatedAt: sql`now()` },
    })
  return { msg: 'The place is remembered' }
}
