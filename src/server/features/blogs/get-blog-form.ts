import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { blogs } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toBlog } from './blog-row.ts'

export const getBlogForm: Handler<'getBlogForm'> = async ({ db }, { blog_id }) => {
  const [post] = await db.select().from(blogs).where(eq(blogs.id, blog_id))
  if (!post) throw new AppError('blog_not_found')
  return { msg: { blog: { ...toBlog(post), public: post.isPublic }, version: post.version } }
}
