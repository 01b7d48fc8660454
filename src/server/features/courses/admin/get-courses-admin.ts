import { and, desc, eq, type SQL } from 'drizzle-orm'
import { ADMIN_COURSES_PER_PAGE } from '#contract/limits.ts'
import type { VISIBILITY_FILTERS } from '#contract/choices.ts'
import { courses } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { adminCourseColumns, toAdminCourses } from './admin-course-row.ts'
import { isLive, titleMatches } from '#server/features/courses/course-row.ts'

const FILTERS: Record<(typeof VISIBILITY_FILTERS)[number], SQL | undefined> = {
  '': undefined,
  Public: eq(courses.isPublic, true),
  Draft: eq(courses.isPublic, false),
}

export const getCoursesAdmin: Handler<'getCoursesAdmin'> = async ({ db }, { page, search_text, select_data }) => {
  const found = await db
    .select(adminCourseColumns)
    .from(courses)
    .where(and(isLive, FILTERS[select_data], titleMatches(search_text)))
    .orderBy(desc(courses.id))
    .limit(ADMIN_COURSES_PER_PAGE + 1)
    .offset((page - 1) * ADMIN_COURSES_PER_PAGE)
  const { rows, nextPage } = paginate(found, page, ADMIN_COURSES_PER_PAGE)
  return { msg: await toAdminCourses(db, rows), nextPage }
}
