import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { ADMIN_BLOGS_PER_PAGE } from '#contract/limits.ts'
import { blogs, comments } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'

const FILTERS: Record<'' | 'Public' | 'Draft', SQL | undefined> = {
  '': undefined,
  Public: eq(blogs.isPublic, true),
  Draft: eq(blogs.isPublic, false),
}

// A part of its own: right in the selection its columns would lose their tables' names.
const commentsCount = sql`(select count(*)::int from ${comments} where ${comments.blogId} = ${blogs.id})`

export const getBlogsAdmin: Handler<'getBlogsAdmin'> = async ({ db }, { page, search_text, select_data }) => {
  const found = await db
    .select({
      blog_id: blogs.id,
      title: blogs.title,
      subtitle: blogs.subtitle,
      image_url: blogs.imageUrl,
      public: blogs.isPublic,
      createdAt: blogs.createdAt,
      comments: sql<number>`${commentsCount}`,
    })
    .from(blogs)
    .where(
      and(
        FILTERS[select_data],
        search_text === '' ? undefined : sql`${blogs.title} ilike ${toLikePattern(search_text)}`,
      ),
    )
    .orderBy(desc(blogs.id))
    .limit(ADMIN_BLOGS_PER_PAGE + 1)
    .offset((page - 1) * ADMIN_BLOGS_PER_PAGE)
  const { rows, nextPage } = paginate(found, page, ADMIN_BLOGS_PER_PAGE)
  return { msg: rows.map(({ createdAt, ...row }) => ({ ...row, created_date: createdAt.toISOString() })), nextPage }
}
