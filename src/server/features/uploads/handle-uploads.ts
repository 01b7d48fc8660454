import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { blogs, courses, learningPaths, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/** These tables share one id sequence. With the tags of the cached answers that show the picture. */
const PICTURE_OWNERS = [
  {
    table: users,
    label: users.email,
    use: 'profile',
    name: 'a user',
    kind: 'account',
    subject: 'user',
    condition: undefined,
    tags: ['reviews', 'comments'],
  },
  {
    table: courses,
    label: courses.title,
    use: 'cover',
    name: 'a course',
    kind: 'course',
    subject: 'course',
    condition: isLive,
    tags: ['courses'],
  },
  {
    table: blogs,
    label: blogs.title,
    use: 'cover',
    name: 'a blog post',
    kind: 'blog',
    subject: 'post',
    condition: undefined,
    tags: ['blogs'],
  },
  {
    table: learningPaths,
    label: learningPaths.title,
    use: 'cover',
    name: 'a path',
    kind: 'course',
    subject: 'path',
    condition: isNull(learningPaths.deletedAt),
    tags: ['paths'],
  },
] as const

export const handleUploads: Handler<'handleUploads'> = async (
  { db, user, from, pictures, invalidate, throttles },
  { id, image },
) => {
  if (id !== user.student_id && user.role !== 'admin') throw new AppError('not_allowed')
  await throttles.upload(user.student_id)
  for (const { table, label, use, name, kind, subject: subjectKind, condition, tags } of PICTURE_OWNERS) {
    const [owner] = await db
      .select({ imageUrl: table.imageUrl })
      .from(table)
      .where(and(eq(table.id, id), condition))
    if (!owner) continue
    const imageUrl = await pictures.save(image, use)
    const previousName = await db.transaction(async (tx) => {
      // Locked, so that each of two simultaneous uploads marks the picture it replaced.
      const [row] = await tx
        .select({ imageUrl: table.imageUrl, label })
        .from(table)
        .where(and(eq(table.id, id), condition))
        .for('update')
      // Deleted while the picture was encoded.
      if (!row) throw createMissingOwnerError()
      await tx.update(table).set({ imageUrl }).where(eq(table.id, id))
      await writeLog(tx, {
        kind,
        message: `Changed the picture of ${name}`,
        email: user.email,
        studentId: user.student_id,
      })
      if (user.role === 'admin') {
        const subject = { kind: subjectKind, id, name: row.label } as const
        const fields = { before: { imageUrl: row.imageUrl }, after: { imageUrl } }
        await writeAudit(tx, { actor: user, from, action: `${subjectKind}.picture`, subject, ...fields })
      }
      invalidate(table === users ? [...tags, toAccountTag(id)] : tags)
      return row.imageUrl
    })
    await pictures.markUnused([previousName])
    return { msg: { image_url: imageUrl } }
  }
  throw createMissingOwnerError()
}

const createMissingOwnerError = () =>
  new AppError('user_not_found', { text: 'No user, course, blog post or path has this id' })
