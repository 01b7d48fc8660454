import { and, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { ArchivedKind } from '#contract/choices.ts'
import { TRASH_DAYS, TRASH_PER_PAGE } from '#contract/limits.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { isRestorable } from '#server/features/courses/admin/trash/trash.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { courses, enrollments, trash } from '#server/platform/db/schema.ts'
import { pluralize } from '#server/platform/pluralize.ts'
import { isInTrash } from './trash-row.ts'

const DAY_MS = 86_400_000

export const getTrash: Handler<'getTrash'> = async ({ db }, { kind, page }) => {
  const offset = (page - 1) * TRASH_PER_PAGE
  const found = kind === 'course' ? await findCourses(db, offset) : await findEntries(db, kind, offset)
  const { rows, nextPage } = paginate(found, page, TRASH_PER_PAGE)
  const msg = rows.map(({ deletedAt, isKept, ...row }) => ({
    ...row,
    kind,
    deleted_date: deletedAt.toISOString(),
    purged_date: isKept ? null : new Date(deletedAt.getTime() + TRASH_DAYS * DAY_MS).toISOString(),
  }))
  return { msg, nextPage }
}

const findEntries = (db: Db, kind: ArchivedKind, offset: number) =>
  db
    .select({
      id: trash.subjectId,
      name: trash.name,
      details: trash.details,
      deleted_by: trash.deletedByName,
      deletedAt: trash.deletedAt,
      isKept: sql<boolean>`false`,
    })
    .from(trash)
    .where(and(eq(trash.kind, kind), isInTrash))
    .orderBy(desc(trash.deletedAt), desc(trash.id))
    .limit(TRASH_PER_PAGE + 1)
    .offset(offset)

/** Archived courses are listed too: they are restored in the same place, and kept until then. */
async function findCourses(db: Db, offset: number) {
  const rows = await db
    .select({
      id: courses.id,
      name: courses.title,
      lessons: courses.lessonsCount,
      deleted_by: courses.deletedByName,
      deletedAt: sql<Date>`coalesce(${courses.archivedAt}, ${courses.deletedAt})`.mapWith(courses.deletedAt),
      isKept: isNotNull(courses.archivedAt).mapWith(Boolean),
    })
    .from(courses)
    .where(isRestorable)
    .orderBy(desc(sql`coalesce(${courses.archivedAt}, ${courses.deletedAt})`), desc(courses.id))
    .limit(TRASH_PER_PAGE + 1)
    .offset(offset)
  const counts = await db
    .select({ courseId: enrollments.courseId, n: count() })
    .from(enrollments)
    .where(
      and(
        inArray(
          enrollments.courseId,
          rows.map(({ id }) => id),
        ),
        hasAccess,
      ),
    )
    .groupBy(enrollments.courseId)
  const students = new Map(counts.map(({ courseId, n }) => [courseId, n]))
  return rows.map(({ lessons, ...row }) => ({
    ...row,
    details: `${pluralize(students.get(row.id) ?? 0, 'student')}, ${pluralize(lessons, 'lesson')}`,
  }))
}
