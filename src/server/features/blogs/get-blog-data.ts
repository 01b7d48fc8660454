import { and, desc, eq } from 'drizzle-orm'
import { BLOGS_PER_PAGE } from '#contract/limits.ts'
import { AppError } from '#contract/errors.ts'
import { blogs } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { toBlog } from './blog-row.ts'

/** Never a draft, not even to an admin: its answers are kept for everyone. */
export const getBlogData: Handler<'getBlogData'> = async ({ db }, input) => {
  if (!('page' in input)) {
    const [post] = await db
      .select()
      .from(blogs)
      .where(and(eq(blogs.id, input.blog_id), eq(blogs.isPublic, true)))
    if (!post) throw new AppError('blog_not_found')
    return { msg: [toBlog(post)], nextPage: null }
  }
  const found = await db
    .select()
    .from(blogs)
    .where(eq(blogs.isPublic, true))
    .orderBy(desc(blogs.id))
    .limit(BLOGS_PER_PAGE + 1)
    .offset((input.page - 1) * BLOGS_PER_PAGE)
  const { rows, nextPage } = paginate(found, input.page, BLOGS_PER_PAGE)
  return { msg: rows.map(toBlog), nextPage }
}
