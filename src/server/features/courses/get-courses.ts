import { and, asc, desc, eq, gt, gte, type SQL } from 'drizzle-orm'
import type { CourseFilter } from '#contract/course-filters.ts'
import { COURSES_PER_PAGE } from '#contract/limits.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import {
  courseColumns,
  enrollmentJoin,
  isLive,
  isPublished,
  titleMatches,
  TOP_RATED_MIN_TENTHS,
  toCourse,
} from './course-row.ts'

/** The full list fills selects. Its response must stay bounded. */
const FULL_LIST_CAP = 10_000

const FILTERS: Record<CourseFilter, SQL | undefined> = {
  '': undefined,
  Free: eq(courses.dueCents, 0),
  Paid: gt(courses.dueCents, 0),
  Discount: gt(courses.discount, 0),
  'Top Rated': gte(courses.starsTenths, TOP_RATED_MIN_TENTHS),
}

export const getCourses: Handler<'getCourses'> = async ({ db, user }, { page, search_text, select_data }) => {
  // The full list of an admin selects a course's reviews, and drafts have reviews too.
  const shouldIncludeDrafts = page === null && user?.role === 'admin'
  const condition = and(shouldIncludeDrafts ? isLive : isPublished, FILTERS[select_data], titleMatches(search_text))
  if (page === null) {
    const titles = await db
      .select({ course_id: courses.id, title: courses.title })
      .from(courses)
      .where(condition)
      .orderBy(asc(courses.title), asc(courses.id))
      .limit(FULL_LIST_CAP)
    return { msg: titles, nextPage: null }
  }
  const newestFirst = [desc(courses.id)]
  const bestFirst = [desc(courses.starsTenths), desc(courses.reviewsCount), desc(courses.id)]
  const rows = await db
    .select(courseColumns)
    .from(courses)
    .leftJoin(enrollments, enrollmentJoin(user?.student_id ?? null))
    .where(condition)
    .orderBy(...(select_data === 'Top Rated' ? bestFirst : newestFirst))
    .limit(COURSES_PER_PAGE + 1)
    .offset((page - 1) * COURSES_PER_PAGE)
  const { rows: pageRows, nextPage } = paginate(rows, page, COURSES_PER_PAGE)
  return { msg: pageRows.map(toCourse), nextPage }
}
