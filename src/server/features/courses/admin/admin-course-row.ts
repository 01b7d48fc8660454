import { and, count, inArray } from 'drizzle-orm'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, enrollments, orderItems } from '#server/platform/db/schema.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { findBrokenLessons } from './find-broken-lessons.ts'
import { baseCourseColumns, toCourse } from '#server/features/courses/course-row.ts'

export const adminCourseColumns = { ...baseCourseColumns, isPublic: courses.isPublic }

type AdminCourseRow = Omit<Parameters<typeof toCourse>[0], 'completedLessons'> & { isPublic: boolean }

/** Adds the number of students, whether there are orders, and the broken lessons, of these rows only. */
export async function toAdminCourses(db: Db, rows: AdminCourseRow[]): Promise<AdminCourse[]> {
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .select({ courseId: enrollments.courseId, n: count() })
    .from(enrollments)
    .where(and(inArray(enrollments.courseId, ids), hasAccess))
    .groupBy(enrollments.courseId)
  const students = new Map(counts.map(({ courseId, n }) => [courseId, n]))
  const ordered = await db
    .selectDistinct({ courseId: orderItems.courseId })
    .from(orderItems)
    .where(inArray(orderItems.courseId, ids))
  const withOrders = new Set(ordered.map(({ courseId }) => courseId))
  const brokenLessons = await findBrokenLessons(db, ids)
  return rows.map((row) => ({
    ...toCourse({ ...row, completedLessons: null }),
    public: row.isPublic,
    students: students.get(row.id) ?? 0,
    has_orders: withOrders.has(row.id),
    broken_lessons: brokenLessons.get(row.id) ?? [],
  }))
}
