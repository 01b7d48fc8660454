import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, enrollments, lessonProgress, lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { enrollmentJoin, isLive, isPublished } from '#server/features/courses/course-row.ts'

/** One statement, because it is the most frequent write: it stores the position if the student has access. */
export const saveLessonPosition: Handler<'saveLessonPosition'> = async (
  { db, user },
  { id, position: rawPosition },
) => {
  // A tiny fraction would underflow the column's type.
  const position = Math.round(rawPosition * 100) / 100
  const userId = user.student_id
  const enrolledLesson = db
    .select({
      userId: enrollments.userId,
      lessonId: lessons.id,
      completedAt: sql`null::timestamptz`.as('completed_at'),
      positionSeconds: sql`${position}::real`.as('position_seconds'),
      watched: sql`'{}'::int4multirange`.as('watched'),
      updatedAt: sql`now()`.as('updated_at'),
    })
    .from(lessons)
    .innerJoin(courses, and(eq(courses.id, lessons.courseId), isLive))
    .innerJoin(enrollments, enrollmentJoin(userId))
    .where(eq(lessons.id, id))
    // The lesson must not be removed before its progress is stored.
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
      .where(and(eq(lessons.id, id), isPublished))
    throw new AppError(lesson ? 'not_enrolled' : 'lesson_not_found')
  }
  return { msg: 'The position was saved' }
}
