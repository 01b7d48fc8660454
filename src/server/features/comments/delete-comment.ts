import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { moveToTrash } from '#server/features/trash/move-to-trash.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { blogs, comments, users } from '#server/platform/db/schema.ts'

/** What an admin deletes goes to the trash; what its author deletes is gone. */
export const deleteComment: Handler<'deleteComment'> = async ({ db, user, from }, { comment_id }) => {
  await db.transaction(async (tx) => {
    const [comment] = await tx
      .select({ authorId: comments.userId, firstName: users.firstName, title: blogs.title, text: comments.text })
      .from(comments)
      .innerJoin(users, eq(users.id, comments.userId))
      .innerJoin(blogs, eq(blogs.id, comments.blogId))
      .where(eq(comments.id, comment_id))
      .for('update', { of: comments })
    if (!comment) throw new AppError('comment_not_found')
    const isOwn = comment.authorId === user.student_id
    if (!isOwn && user.role !== 'admin') throw new AppError('not_allowed')
    const message = `Removed ${isOwn ? 'the' : `${comment.firstName}’s`} comment on “${comment.title}”`
    await writeLog(tx, { kind: 'comment', message, email: user.email, studentId: user.student_id })
    if (user.role !== 'admin') {
      await tx.delete(comments).where(eq(comments.id, comment_id))
      return
    }
    const name = `${comment.firstName}’s comment on “${comment.title}”`
    await moveToTrash(tx, { kind: 'comment', id: comment_id, name, details: comment.text, user })
    const subject = { kind: 'comment', id: comment_id, name, userId: comment.authorId } as const
    await writeAudit(tx, { actor: user, from, action: 'comment.delete', subject, before: { text: comment.text } })
  })
  return { msg: 'The comment was removed' }
}
