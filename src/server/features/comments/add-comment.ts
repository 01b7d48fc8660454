import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { sendTogether } from '#server/platform/db/send-together.ts'
import { blogs, comments } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { lockUser } from '#server/features/users/lock-user.ts'
import { toComment } from './comment-row.ts'

export const addComment: Handler<'addComment'> = async ({ db, user }, { blog_id, comment_text }) => {
  const userId = user.student_id
  return db.transaction(async (tx) => {
    // The locks prevent the post and the user from being deleted before the comment is inserted.
    const finding = tx
      .select({ title: blogs.title })
      .from(blogs)
      .where(and(eq(blogs.id, blog_id), eq(blogs.isPublic, true)))
      .for('key share')
      .execute()
    const [[post]] = await sendTogether(finding, lockUser(tx, userId))
    if (!post) throw new AppError('blog_not_found')
    const inserting = tx.insert(comments).values({ blogId: blog_id, userId, text: comment_text }).returning().execute()
    const logging = writeLog(tx, {
      kind: 'comment',
      message: `Commented on “${post.title}”`,
      email: user.email,
      studentId: userId,
    })
    const [[added]] = await sendTogether(inserting, logging)
    if (!added) throw new Error('The comment was not added')
    return { msg: toComment({ ...added, firstName: user.first_name, imageUrl: user.image_url, role: user.role }) }
  })
}
