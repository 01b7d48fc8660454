import { and, desc, eq, type SQL } from 'drizzle-orm'
import { ADMIN_COURSES_PER_PAGE, type PUBLIC_OR_DRAFT } from '#contract/schemas/course-panel.ts'
import { courses } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { cutPage } from '#server/platform/db/cut-page.ts'
import { adminColumns, toAdminCourses } from './admin-course-row.ts'
import { titleHolds } from './course-row.ts'

const FILTERS: Record<(typeof PUBLIC_OR_DRAFT)[number], SQL | undefined> = {
  '': undefined,
  Public: eq(courses.isPublic, true),
  Draft: eq(courses.isPublic, false),
}

export const getCoursesAdmin: Handler<'getCoursesAdmin'> = async ({ db }, { page, search_text, select_data }) => {
  const found = await db
    .select(adminColumns)
    .from(courses)
    .where(and(FILTERS[select_data], titleHolds(search_text)))
    .orderBy(desc(courses.id))
    .limit(ADMIN_COURSES_PER_PAGE + 1)
    .offset((page - 1) * ADMIN_COURSES_PER_PAGE)
  const { rows, nextPage } = cutPage(found, page, ADMIN_COURSES_PER_PAGE)
  return { msg: await toAdminCourses(db, rows), nextPage }
}
