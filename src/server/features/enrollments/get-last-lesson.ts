import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { courses, enrollments, lessonProgress, lessons } from '#server/platform/db/schema.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const getLastLesson: Handler<'getLastLesson'> = async ({ db, user }) => {
  const progress = and(eq(lessonProgress.lessonId, lessons.id), eq(lessonProgress.userId, enrollments.userId))
  const rows = await db
    .select({
      course_id: courses.id,
      title: courses.title,
      material_id: sql<
        number | null
      >`case when ${lessonProgress.completedAt} is null then ${lessonProgress.lessonId} end`.mapWith(Number),
    })
    .from(enrollments)
    .innerJoin(courses, and(eq(courses.id, enrollments.courseId), isLive))
    .leftJoin(lessons, eq(lessons.courseId, courses.id))
    .leftJoin(lessonProgress, progress)
    .where(and(eq(enrollments.userId, user.student_id), hasAccess, isNull(enrollments.completedAt)))
    // A course that was not begun counts from when it was joined.
    .orderBy(desc(sql`coalesce(${lessonProgress.updatedAt}, ${enrollments.createdAt})`), desc(enrollments.id))
    .limit(1)
  return { msg: rows }
}
