import { blogs } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { findPictureNames } from '#server/platform/html/find-picture-names.ts'
import { sanitizePostHtml } from '#server/platform/html/sanitize-post-html.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

export const addBlog: Handler<'addBlog'> = async (
  { db, user, from, pictures },
  { title, subtitle, content, public: isPublic = true },
) => {
  const values = { title, subtitle, content: sanitizePostHtml(content), isPublic }
  await pictures.requireStored(findPictureNames(values.content))
  const post = await db.transaction(async (tx) => {
    const [added] = await tx.insert(blogs).values(values).returning({ id: blogs.id, version: blogs.version })
    if (!added) throw new Error('The insert returned no post')
    await writeLog(tx, {
      kind: 'blog',
      message: `Added the post “${title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'post', id: added.id, name: title } as const
    await writeAudit(tx, { actor: user, from, action: 'post.add', subject, after: values })
    return added
  })
  return { msg: { ...post, msg: 'The post was added' } }
}
