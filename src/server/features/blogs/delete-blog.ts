import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { blogs, comments } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { moveToTrash } from '#server/features/trash/move-to-trash.ts'
import { pluralize } from '#server/platform/pluralize.ts'

/** Moves the post to the trash with its comments. Its pictures stay for restoreFromTrash. */
export const deleteBlog: Handler<'deleteBlog'> = async ({ db, user, from }, { blog_id }) => {
  await db.transaction(async (tx) => {
    // No comment can be added meanwhile.
    const [deleted] = await tx.select().from(blogs).where(eq(blogs.id, blog_id)).for('update')
    if (!deleted) throw new AppError('blog_not_found')
    const commentCount = await tx.$count(comments, eq(comments.blogId, blog_id))
    const details = pluralize(commentCount, 'comment')
    await moveToTrash(tx, { kind: 'post', id: blog_id, name: deleted.title, details, user })
    await writeLog(tx, {
      kind: 'blog',
      message: `Deleted the post “${deleted.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'post', id: blog_id, name: deleted.title } as const
    await writeAudit(tx, { actor: user, from, action: 'post.delete', subject, before: deleted })
  })
  return { msg: 'The post was deleted' }
}
