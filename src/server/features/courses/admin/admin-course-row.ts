import { and, count, inArray } from 'drizzle-orm'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { findBrokenLessons } from './find-broken-lessons.ts'
import { baseCourseColumns, toCourse } from '#server/features/courses/course-row.ts'

export const adminCourseColumns = { ...baseCourseColumns, isPublic: courses.isPublic }

type AdminCourseRow = Omit<Parameters<typeof toCourse>[0], 'completedLessons'> & { isPublic: boolean }

/** Adds the number of students and the broken lessons, of these rows only. */
export async function toAdminCourses(db: Db, rows: AdminCourseRow[]): Promise<AdminCourse[]> {
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .select({ courseId: enrollments.courseId, n: count() })
    .from(enrollments)
    .where(and(inArray(enrollments.courseId, ids), hasAccess))
    .groupBy(enrollments.courseId)
  const students = new Map(counts.map(({ courseId, n }) => [courseId, n]))
  const brokenLessons = await findBrokenLessons(db, ids)
  return rows.map((row) => ({
    ...toCourse({ ...row, completedLessons: null }),
    public: row.isPublic,
    students: students.get(row.id) ?? 0,
    broken_lessons: brokenLessons.get(row.id) ?? [],
  }))
}
