import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { blogs, comments } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { writeLog } from '../site/write-log.ts'
import { toComment } from './comment-row.ts'

export const addComment: Handler<'addComment'> = async ({ db, user }, { blog_id, comment_text }) => {
  const row = await db.transaction(async (tx) => {
    // Held, so that the post is still there when the comment is.
    const [blog] = await tx.select({ title: blogs.title }).from(blogs).where(eq(blogs.id, blog_id)).for('key share')
    if (!blog) throw new AppError('blog_not_found')
    const [comment] = await tx.insert(comments).values({ blogId: blog_id, userId: user.student_id, text: comment_text }).returning()
    if (!comment) throw new Error('The comment was not kept')
    await writeLog(tx, { message: `Commented on “${blog.title}”`, email: user.email, studentId: user.student_id })
    return comment
  })
  return { msg: toComment({ ...row, firstName: user.first_name, imageUrl: user.image_url }) }
}
