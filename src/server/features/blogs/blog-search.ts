import { sql } from 'drizzle-orm'
import { blogs } from '#server/platform/db/schema.ts'
import type { SearchSource } from '#server/platform/search/search-source.ts'

/** The expressions must match the indexes `blogs_title_search` and `blogs_search`. */
export const BLOG_SEARCH = {
  table: blogs,
  id: sql`${blogs.id}`,
  title: sql`${blogs.title}`,
  text: sql`(${blogs.title} || ' ' || ${blogs.subtitle})`,
} satisfies SearchSource
