import { and, desc, eq } from 'drizzle-orm'
import { COMMENTS_PER_PAGE } from '#contract/limits.ts'
import { blogs, comments, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { toComment } from './comment-row.ts'

export const getComments: Handler<'getComments'> = async ({ db }, { page, blog_id }) => {
  const found = await db
    .select({
      id: comments.id,
      blogId: comments.blogId,
      text: comments.text,
      createdAt: comments.createdAt,
      firstName: users.firstName,
      imageUrl: users.imageUrl,
      role: users.role,
    })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .innerJoin(blogs, and(eq(blogs.id, comments.blogId), eq(blogs.isPublic, true)))
    .where(eq(comments.blogId, blog_id))
    .orderBy(desc(comments.id))
    .limit(COMMENTS_PER_PAGE + 1)
    .offset((page - 1) * COMMENTS_PER_PAGE)
  const { rows, nextPage } = paginate(found, page, COMMENTS_PER_PAGE)
  return { msg: rows.map(toComment), nextPage }
}
