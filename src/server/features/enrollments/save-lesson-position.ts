import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, enrollments, lessonProgress, lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'

/** The most frequent write of all, so it is one statement: it keeps the place if the student is enrolled there. */
export const saveLessonPosition: Handler<'saveLessonPosition'> = async (
  { db, user },
  { id, position: rawPosition },
) => {
  // As fine as anybody seeks, and never too small a number for its column.
  const position = Math.round(rawPosition * 100) / 100
  const userId = user.student_id
  const enrolledLesson = db
    .select({
      userId: enrollments.userId,
      lessonId: lessons.id,
      completedAt: sql`null::timestamptz`.as('completed_at'),
      positionSeconds: sql`${position}::real`.as('position_seconds'),
      updatedAt: sql`now()`.as('updated_at'),
    })
    .from(lessons)
    .innerJoin(enrollments, and(eq(enrollments.courseId, lessons.courseId), eq(enrollments.userId, userId)))
    .where(eq(lessons.id, id))
    // Keeps the lesson from being removed under what is written of it.
    .for('key share', { of: lessons })
  const { rowCount } = await db
    .insert(lessonProgress)
    .select(enrolledLesson)
    .onConflictDoUpdate({
      target: [lessonProgress.userId, lessonProgress.lessonId],
      set: { positionSeconds: sql`excluded.position_seconds`, updatedAt: sql`now()` },
    })
  if (rowCount === 0) {
    const [lesson] = await db
      .select({ id: lessons.id })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .where(and(eq(lessons.id, id), eq(courses.isPublic, true)))
    throw new AppError(lesson ? 'not_enrolled' : 'lesson_not_found')
  }
  return { msg: 'The place is remembered' }
}
