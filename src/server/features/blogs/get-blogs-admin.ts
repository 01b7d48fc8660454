import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { ADMIN_BLOGS_PER_PAGE } from '#contract/limits.ts'
import { blogs, comments } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { findRankedIds, isOneOf, sortByIds } from '#server/platform/search/find-ranked-ids.ts'
import { BLOG_SEARCH } from './blog-search.ts'

const FILTERS: Record<'' | 'Public' | 'Draft', SQL | undefined> = {
  '': undefined,
  Public: eq(blogs.isPublic, true),
  Draft: eq(blogs.isPublic, false),
}

// Inlined in the selection, Drizzle would print its columns without their tables.
const commentsCount = sql`(select count(*)::int from ${comments} where ${comments.blogId} = ${blogs.id})`

export const getBlogsAdmin: Handler<'getBlogsAdmin'> = async ({ db }, { page, search_text, select_data }) => {
  const where = FILTERS[select_data]
  const [limit, offset] = [ADMIN_BLOGS_PER_PAGE + 1, (page - 1) * ADMIN_BLOGS_PER_PAGE]
  const select = () =>
    db
      .select({
        id: blogs.id,
        blog_id: blogs.id,
        title: blogs.title,
        subtitle: blogs.subtitle,
        image_url: blogs.imageUrl,
        public: blogs.isPublic,
        createdAt: blogs.createdAt,
        comments: sql<number>`${commentsCount}`,
      })
      .from(blogs)
  const findPage = async () => {
    if (search_text === '') return select().where(where).orderBy(desc(blogs.id)).limit(limit).offset(offset)
    const sort = [BLOG_SEARCH.id]
    const ids = await findRankedIds(db, BLOG_SEARCH, { search: search_text, where, sort, limit, offset })
    return sortByIds(await runPrepared(select().where(and(where, isOneOf(blogs.id, ids)))), ids)
  }
  const { rows, nextPage } = paginate(await findPage(), page, ADMIN_BLOGS_PER_PAGE)
  return { msg: rows.map(({ createdAt, ...row }) => ({ ...row, created_date: createdAt.toISOString() })), nextPage }
}
