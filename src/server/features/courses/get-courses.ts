import { and, asc, desc, eq, gt, gte, type SQL, sql } from 'drizzle-orm'
import type { CourseFilter } from '#contract/course-filters.ts'
import { COURSES_PER_PAGE } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isOnPage, paginate } from '#server/platform/db/paginate.ts'
import { findRanked } from '#server/platform/search/find-ranked.ts'
import { containsAll, parseWords } from '#server/platform/search/search-words.ts'
import { courseColumns, enrollmentJoin, isListed, isPublished, TOP_RATED_MIN_TENTHS, toCourse } from './course-row.ts'
import { COURSE_SEARCH } from './course-search.ts'
import { sortByTitle } from './sort-by-title.ts'

/** The full list fills selects. Its response must stay bounded: this many ids and titles are some 7 MB. */
const FULL_LIST_CAP = 100_000

const FILTERS: Record<CourseFilter, SQL | undefined> = {
  '': undefined,
  Free: eq(courses.dueCents, 0),
  Paid: gt(courses.dueCents, 0),
  // Off nothing is none.
  Discount: and(gt(courses.discount, 0), gt(courses.priceCents, 0)),
  'Top Rated': gte(courses.starsTenths, TOP_RATED_MIN_TENTHS),
}

const NEWEST_FIRST = [courses.id]
const BEST_FIRST = [courses.starsTenths, courses.reviewsCount, courses.id]

export const getCourses: Handler<'getCourses'> = async ({ db, user }, { page, search_text, select_data }) => {
  if (page === null) {
    // The full list of an admin selects a course's reviews, and drafts have reviews too.
    const titles = await db
      .select({ course_id: courses.id, title: courses.title })
      .from(courses)
      .where(
        and(
          user?.role === 'admin' ? isListed : isPublished,
          FILTERS[select_data],
          containsAll(COURSE_SEARCH.text, parseWords(search_text)),
        ),
      )
      .orderBy(asc(courses.title), asc(courses.id))
      .limit(FULL_LIST_CAP)
    return { msg: sortByTitle(titles), nextPage: null }
  }
  const where = and(isPublished, FILTERS[select_data])
  const sort = select_data === 'Top Rated' ? BEST_FIRST : NEWEST_FIRST
  const [limit, offset] = [COURSES_PER_PAGE + 1, (page - 1) * COURSES_PER_PAGE]
  const select = (from: Pick<Db, 'select'> = db) =>
    from
      .select(courseColumns)
      .from(courses)
      .leftJoin(enrollments, enrollmentJoin(user?.student_id ?? null))
  const findPage = async () => {
    if (search_text === '') {
      const order = sort.map((column) => desc(column))
      // The first page skips nothing.
      if (page === 1)
        return select()
          .where(where)
          .orderBy(...order)
          .limit(limit)
      const listed = db.select({ id: courses.id }).from(courses).where(where)
      const ids = listed
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return select()
        .where(isOnPage(courses.id, ids))
        .orderBy(...order)
    }
    const sortKeys = sort.map((column) => sql`${column}`)
    const search = { search: search_text, where, sort: sortKeys, limit, offset }
    return findRanked(db, COURSE_SEARCH, search, (from, isFound) => select(from).where(isFound))
  }
  const { rows, nextPage } = paginate(await findPage(), page, COURSES_PER_PAGE)
  return { msg: rows.map(toCourse), nextPage }
}
