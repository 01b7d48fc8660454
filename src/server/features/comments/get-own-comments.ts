import { and, desc, eq } from 'drizzle-orm'
import { comments } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const getOwnComments: Handler<'getOwnComments'> = async ({ db, user }, { blog_id }) => {
  const rows = await db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.userId, user.student_id), eq(comments.blogId, blog_id)))
    .orderBy(desc(comments.id))
  return { msg: rows.map(({ id }) => id) }
}
