import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { blogs } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { findPictureNames } from '#server/platform/html/find-picture-names.ts'
import { sanitizePostHtml } from '#server/platform/html/sanitize-post-html.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

export const updateBlog: Handler<'updateBlog'> = async (
  { db, user, from, pictures },
  { blog_id, version, title, subtitle, content, public: isPublic },
) => {
  const cleanedContent = sanitizePostHtml(content)
  const [stored] = await db.select({ content: blogs.content }).from(blogs).where(eq(blogs.id, blog_id))
  // A post whose picture was lost from the disk can still be saved.
  const isNew = (name: string) => !stored?.content.includes(name)
  await pictures.requireStored(findPictureNames(cleanedContent).filter(isNew))
  const { previousContent, version: newVersion } = await db.transaction(async (tx) => {
    const [post] = await tx.select().from(blogs).where(eq(blogs.id, blog_id)).for('update')
    if (!post) throw new AppError('blog_not_found')
    if (version !== undefined && version !== post.version) throw new AppError('changed_meanwhile')
    const values = {
      title,
      subtitle,
      content: cleanedContent,
      isPublic: isPublic ?? post.isPublic,
      version: post.version + 1,
    }
    await tx.update(blogs).set(values).where(eq(blogs.id, blog_id))
    await writeLog(tx, {
      kind: 'blog',
      message: `Changed the post “${title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'post', id: blog_id, name: title } as const
    await writeAudit(tx, {
      ...{ actor: user, from, action: 'post.change', subject, before: post },
      after: { ...post, ...values },
    })
    return { previousContent: post.content, version: values.version }
  })
  await pictures.markUnused(findPictureNames(previousContent).filter((name) => !cleanedContent.includes(name)))
  return { msg: { id: blog_id, msg: 'The post was saved', version: newVersion } }
}
