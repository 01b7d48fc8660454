import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { ADMIN_BLOGS_PER_PAGE } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { blogs, comments } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isOnPage, paginate } from '#server/platform/db/paginate.ts'
import { findRanked } from '#server/platform/search/find-ranked.ts'
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
  const select = (from: Pick<Db, 'select'> = db) =>
    from
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
    if (search_text === '') {
      const ids = db
        .select({ id: blogs.id })
        .from(blogs)
        .where(where)
        .orderBy(desc(blogs.id))
        .limit(limit)
        .offset(offset)
      return select().where(isOnPage(blogs.id, ids)).orderBy(desc(blogs.id))
    }
    const search = { search: search_text, where, sort: [BLOG_SEARCH.id], limit, offset }
    return findRanked(db, BLOG_SEARCH, search, (from, isFound) => select(from).where(isFound))
  }
  const { rows, nextPage } = paginate(await findPage(), page, ADMIN_BLOGS_PER_PAGE)
  return { msg: rows.map(({ createdAt, ...row }) => ({ ...row, created_date: createdAt.toISOString() })), nextPage }
}
