import { and, asc, count, desc, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm'
import { MY_COURSES_PER_PAGE } from '#contract/limits.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { almostContainsAll, containsAll, mayHaveTypos, parseWords } from '#server/platform/search/search-words.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { courseColumns, isLive, TOP_RATED_MIN_TENTHS, toCourse } from '#server/features/courses/course-row.ts'
import { ENROLLED_SEARCH } from '#server/features/courses/course-search.ts'

export const getEnrolledCourses: Handler<'getEnrolledCourses'> = async (
  { db, user },
  { page, search_text, select_data },
) => {
  const words = parseWords(search_text)
  const isOwn = and(
    isLive,
    eq(enrollments.userId, user.student_id),
    hasAccess,
    select_data === 'Completed' ? isNotNull(enrollments.completedAt) : undefined,
    select_data === 'Top Rated' ? gte(courses.starsTenths, TOP_RATED_MIN_TENTHS) : undefined,
  )
  const joinCondition = eq(courses.id, enrollments.courseId)
  const order = [
    ...(words.length === 0 ? [] : [asc(getRank(words))]),
    ...(select_data === 'Top Rated' ? [desc(courses.starsTenths)] : []),
    desc(enrollments.id),
  ]
  const find = async (matches: SQL | undefined) => {
    const condition = and(isOwn, matches)
    const [rows, [total]] = await Promise.all([
      db
        .select(courseColumns)
        .from(enrollments)
        .innerJoin(courses, joinCondition)
        .where(condition)
        .orderBy(...order)
        .limit(MY_COURSES_PER_PAGE)
        .offset((page - 1) * MY_COURSES_PER_PAGE),
      db.select({ n: count() }).from(enrollments).innerJoin(courses, joinCondition).where(condition),
    ])
    return { rows, n: total?.n ?? 0 }
  }
  const exact = await find(containsAll(ENROLLED_SEARCH.everything, words))
  const { rows, n } =
    exact.n === 0 && mayHaveTypos(words) ? await find(almostContainsAll(ENROLLED_SEARCH.text, words)) : exact
  return {
    msg: [rows.map(toCourse), [{ 'COUNT(*)': n }]],
    nextPage: page * MY_COURSES_PER_PAGE < n ? page + 1 : null,
  }
}

/** Titles before tabs and categories before descriptions. */
const getRank = (words: readonly string[]): SQL => sql`case
  when ${containsAll(ENROLLED_SEARCH.title, words)} then 1
  when ${containsAll(ENROLLED_SEARCH.text, words)} then 2
  else 3
end`
