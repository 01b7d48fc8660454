import { and, count, desc, inArray, sql } from 'drizzle-orm'
import { ADMIN_COURSES_PER_PAGE, TRASH_DAYS } from '#contract/limits.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isRestorable } from './trash.ts'

const DAY_MS = 86_400_000

export const getDeletedCourses: Handler<'getDeletedCourses'> = async ({ db }, { page }) => {
  const found = await db
    .select({
      id: courses.id,
      title: courses.title,
      deletedAt: courses.deletedAt,
      archivedAt: courses.archivedAt,
      lessons: courses.lessonsCount,
    })
    .from(courses)
    .where(isRestorable)
    .orderBy(desc(sql`coalesce(${courses.archivedAt}, ${courses.deletedAt})`), desc(courses.id))
    .limit(ADMIN_COURSES_PER_PAGE + 1)
    .offset((page - 1) * ADMIN_COURSES_PER_PAGE)
  const { rows, nextPage } = paginate(found, page, ADMIN_COURSES_PER_PAGE)
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .select({ courseId: enrollments.courseId, n: count() })
    .from(enrollments)
    .where(and(inArray(enrollments.courseId, ids), hasAccess))
    .groupBy(enrollments.courseId)
  const students = new Map(counts.map(({ courseId, n }) => [courseId, n]))
  const msg = rows.map(({ id, title, deletedAt, archivedAt, lessons }) => {
    const deletedMs = (archivedAt ?? deletedAt)?.getTime() ?? 0
    return {
      course_id: id,
      title,
      archived: archivedAt !== null,
      deleted_date: new Date(deletedMs).toISOString(),
      purged_date: archivedAt ? null : new Date(deletedMs + TRASH_DAYS * DAY_MS).toISOString(),
      students: students.get(id) ?? 0,
      lessons,
    }
  })
  return { msg, nextPage }
}
