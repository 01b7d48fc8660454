import { and, desc, eq, type SQL } from 'drizzle-orm'
import { ADMIN_COURSES_PER_PAGE } from '#contract/limits.ts'
import type { VISIBILITY_FILTERS } from '#contract/choices.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isOnPage, paginate } from '#server/platform/db/paginate.ts'
import { findRanked } from '#server/platform/search/find-ranked.ts'
import { isListed } from '#server/features/courses/course-row.ts'
import { COURSE_SEARCH } from '#server/features/courses/course-search.ts'
import { adminCourseColumns, toAdminCourses } from './admin-course-row.ts'

const FILTERS: Record<(typeof VISIBILITY_FILTERS)[number], SQL | undefined> = {
  '': undefined,
  Public: eq(courses.isPublic, true),
  Draft: eq(courses.isPublic, false),
}

export const getCoursesAdmin: Handler<'getCoursesAdmin'> = async ({ db }, { page, search_text, select_data }) => {
  const where = and(isListed, FILTERS[select_data])
  const [limit, offset] = [ADMIN_COURSES_PER_PAGE + 1, (page - 1) * ADMIN_COURSES_PER_PAGE]
  const select = (from: Pick<Db, 'select'> = db) => from.select(adminCourseColumns).from(courses)
  const findPage = async () => {
    if (search_text === '') {
      const ids = db
        .select({ id: courses.id })
        .from(courses)
        .where(where)
        .orderBy(desc(courses.id))
        .limit(limit)
        .offset(offset)
      return select().where(isOnPage(courses.id, ids)).orderBy(desc(courses.id))
    }
    const search = { search: search_text, where, sort: [COURSE_SEARCH.id], limit, offset }
    return findRanked(db, COURSE_SEARCH, search, (from, isFound) => select(from).where(isFound))
  }
  const { rows, nextPage } = paginate(await findPage(), page, ADMIN_COURSES_PER_PAGE)
  return { msg: await toAdminCourses(db, rows), nextPage }
}
