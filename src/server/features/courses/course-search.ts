import { sql } from 'drizzle-orm'
import { courses } from '#server/platform/db/schema.ts'
import type { SearchSource } from '#server/platform/search/search-source.ts'

const TITLE_TABS_CATEGORY = sql`(${courses.title} || ' ' || ${courses.tabs} || ' ' || ${courses.category})`
const EVERYTHING = sql`(${TITLE_TABS_CATEGORY} || ' ' || ${courses.description})`

/** Must match the indexes `courses_title_search`, `courses_search` and `courses_words`. */
export const COURSE_SEARCH = {
  table: courses,
  id: sql`${courses.id}`,
  title: sql`${courses.title}`,
  text: TITLE_TABS_CATEGORY,
  everything: { text: EVERYTHING, vector: sql`${courses.words}` },
} satisfies SearchSource

/**
 * For a student's few courses. The empty text keeps PostgreSQL off the indexes, which lead to the courses of everybody.
 */
export const ENROLLED_SEARCH = {
  title: sql`(${courses.title} || '')`,
  text: sql`(${TITLE_TABS_CATEGORY} || '')`,
  everything: EVERYTHING,
}
