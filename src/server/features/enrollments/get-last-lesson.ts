import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { calculateProgress } from '#contract/calculate-progress.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessonProgress, lessons, sections } from '#server/platform/db/schema.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { accessJoins, selectLockReason } from '#server/features/lessons/lesson-access.ts'
import type { Handler } from '#server/pipeline/handler.ts'

/** Of so many lessons one is open, but for a course whose first lessons all open later. */
const MAX_CANDIDATES = 20

export const getLastLesson: Handler<'getLastLesson'> = async ({ db, user }) => {
  const ownProgress = and(eq(lessonProgress.lessonId, lessons.id), eq(lessonProgress.userId, enrollments.userId))
  const rows = await db
    .select({
      courseId: courses.id,
      title: courses.title,
      completed: enrollments.completedLessons,
      total: courses.lessonsCount,
      lessonId: lessons.id,
      /** Null when it is completed or was not begun. */
      begunLessonId: sql<
        number | null
      >`case when ${lessonProgress.completedAt} is null then ${lessonProgress.lessonId} end`.mapWith(Number),
    })
    .from(enrollments)
    .innerJoin(courses, and(eq(courses.id, enrollments.courseId), isLive))
    .leftJoin(lessons, eq(lessons.courseId, courses.id))
    .leftJoin(lessonProgress, ownProgress)
    .where(and(eq(enrollments.userId, user.student_id), hasAccess, isNull(enrollments.completedAt)))
    // A course that was not begun counts from when it was joined.
    .orderBy(desc(sql`coalesce(${lessonProgress.updatedAt}, ${enrollments.createdAt})`), desc(enrollments.id))
    .limit(MAX_CANDIDATES)
  const lockedIds = await findLockedLessons(
    db,
    user,
    rows.flatMap(({ lessonId }) => lessonId ?? []),
  )
  const open = rows.find(({ lessonId }) => lessonId === null || !lockedIds.has(lessonId))
  const row = open ?? rows[0]
  if (!row) return { msg: [] }
  const progress = calculateProgress({ completed: row.completed, total: row.total, isFinished: false })
  return {
    msg: [{ course_id: row.courseId, title: row.title, material_id: open?.begunLessonId ?? null, progress }],
  }
}

async function findLockedLessons(db: Db, user: User, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const joins = accessJoins(user)
  const rows = await db
    .select({ id: lessons.id, reason: selectLockReason(user) })
    .from(lessons)
    .innerJoin(courses, joins.course)
    .leftJoin(sections, joins.section)
    .leftJoin(enrollments, joins.enrollment)
    .leftJoin(lessonProgress, joins.progress)
    .where(inArray(lessons.id, ids))
  return new Set(rows.filter(({ reason }) => reason !== null).map(({ id }) => id))
}
