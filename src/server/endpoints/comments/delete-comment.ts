import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { comments } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { writeLog } from '../site/write-log.ts'

export const deleteComment: Handler<'deleteComment'> = async ({ db, user }, { comment_id }) => {
  await db.transaction(async (tx) => {
    const [comment] = await tx.select({ userId: comments.userId }).from(comments).where(eq(comments.id, comment_id)).for('update')
    if (!comment) throw new AppError('comment_not_found')
    if (comment.userId !== user.student_id && user.role !== 'admin') throw new AppError('not_allowed')
    await tx.delete(comments).where(eq(comments.id, comment_id))
    await writeLog(tx, { message: 'Removed a comment', email: user.email, studentId: user.student_id })
  })
  return { msg: 'The comment is removed' }
}
