import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { blogs, comments } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { lockUser } from '#server/features/users/lock-user.ts'
import { toComment } from './comment-row.ts'

export const addComment: Handler<'addComment'> = async ({ db, user, viewsAsStudent }, { blog_id, comment_text }) => {
  const userId = user.student_id
  return db.transaction(async (tx) => {
    // The lock prevents the post from being deleted before the comment is inserted.
    const [post] = await tx
      .select({ title: blogs.title })
      .from(blogs)
      .where(and(eq(blogs.id, blog_id), eq(blogs.isPublic, true)))
      .for('key share')
    if (!post) throw new AppError('blog_not_found')
    await lockUser(tx, userId)
    const [added] = await tx.insert(comments).values({ blogId: blog_id, userId, text: comment_text }).returning()
    if (!added) throw new Error('The comment was not added')
    await writeLog(tx, {
      kind: 'comment',
      message: `Commented on “${post.title}”`,
      email: user.email,
      studentId: userId,
    })
    const role = viewsAsStudent ? 'admin' : user.role
    return { msg: toComment({ ...added, firstName: user.first_name, imageUrl: user.image_url, role }) }
  })
}
