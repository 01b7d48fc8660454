import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { blogs } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { findPictureNames } from './find-picture-names.ts'

export const deleteBlog: Handler<'deleteBlog'> = async ({ db, user, from, pictures }, { blog_id }) => {
  const post = await db.transaction(async (tx) => {
    // The foreign key deletes its comments.
    const [deleted] = await tx.delete(blogs).where(eq(blogs.id, blog_id)).returning()
    if (!deleted) throw new AppError('blog_not_found')
    await writeLog(tx, {
      kind: 'blog',
      message: `Deleted the post “${deleted.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'post', id: blog_id, name: deleted.title } as const
    await writeAudit(tx, { actor: user, from, action: 'post.delete', subject, before: deleted })
    return deleted
  })
  await pictures.removeIfUnused(db, [post.imageUrl, ...findPictureNames(post.content)])
  return { msg: 'The post was deleted' }
}
