import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { learningPaths } from '#server/platform/db/schema.ts'
import { isNotDeleted } from './path-row.ts'
import { readPathState } from './save-path.ts'

export const deletePath: Handler<'deletePath'> = async ({ db, user, from, pictures }, { path_id }) => {
  const imageUrl = await db.transaction(async (tx) => {
    const [path] = await tx
      .select({ title: learningPaths.title, imageUrl: learningPaths.imageUrl })
      .from(learningPaths)
      .where(and(eq(learningPaths.id, path_id), isNotDeleted))
      .for('update')
    if (!path) throw new AppError('path_not_found')
    const before = await readPathState(tx, path_id)
    // The row stays for its orders and certificates.
    await tx
      .update(learningPaths)
      .set({ deletedAt: sql`now()`, imageUrl: '' })
      .where(eq(learningPaths.id, path_id))
    await writeLog(tx, {
      kind: 'course',
      message: `Deleted the path “${path.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'path', id: path_id, name: path.title } as const
    await writeAudit(tx, { actor: user, from, action: 'path.delete', subject, before })
    return path.imageUrl
  })
  await pictures.removeIfUnused(db, [imageUrl])
  return { msg: 'The path was deleted' }
}
