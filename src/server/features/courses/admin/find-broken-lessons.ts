import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { findLessonAddressProblem, UNPLAYABLE_EXTENSION } from '#contract/media/addresses.ts'
import type { BrokenLesson } from '#contract/schemas/admin-courses.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { lessons } from '#server/platform/db/schema.ts'

/** The lessons that will not play, or that a student has reported, by course and in order. */
export async function findBrokenLessons(db: Db, courseIds: readonly number[]): Promise<Map<number, BrokenLesson[]>> {
  const rows = await db
    .select({
      courseId: lessons.courseId,
      id: lessons.id,
      title: lessons.title,
      kind: lessons.kind,
      url: lessons.url,
      reportedAt: lessons.problemReportedAt,
    })
    .from(lessons)
    .where(
      and(
        inArray(lessons.courseId, [...courseIds]),
        // Most lessons are fine, so the addresses are sifted before they are sent. The contract's function decides.
        or(
          isNotNull(lessons.problemReportedAt),
          and(
            eq(lessons.kind, 'video'),
            or(
              sql`${lessons.url} ~* '^(?!https:)[a-z][a-z0-9+.-]*:'`,
              sql`regexp_replace(${lessons.url}, '[?#].*$', '') ~* ${UNPLAYABLE_EXTENSION}`,
            ),
          ),
        ),
      ),
    )
    .orderBy(asc(lessons.courseId), asc(lessons.place))
  const byCourse = new Map<number, BrokenLesson[]>()
  for (const { courseId, id, title, kind, url, reportedAt } of rows) {
    const problem = (kind === 'video' && findLessonAddressProblem(url)) || (reportedAt && 'reported')
    if (problem) byCourse.set(courseId, [...(byCourse.get(courseId) ?? []), { material_id: id, title, problem }])
  }
  return byCourse
}
