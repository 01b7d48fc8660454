import { eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { errorGroups } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

export const setErrorSolved: Handler<'setErrorSolved'> = async ({ db, user, from }, { error_id, solved }) => {
  await db.transaction(async (tx) => {
    const [group] = await tx
      .select({ type: errorGroups.type, source: errorGroups.source, solvedAt: errorGroups.solvedAt })
      .from(errorGroups)
      .where(eq(errorGroups.id, error_id))
      .for('update')
    if (!group) throw new AppError('error_not_found')
    await tx
      .update(errorGroups)
      .set({ solvedAt: solved ? sql`coalesce(${errorGroups.solvedAt}, now())` : null })
      .where(eq(errorGroups.id, error_id))
    const subject = { kind: 'site', id: error_id, name: `${group.type} in ${group.source}` } as const
    const action = solved ? 'site.solve_error' : 'site.reopen_error'
    const [before, after] = [{ solved: group.solvedAt !== null }, { solved }]
    await writeAudit(tx, { actor: user, from, action, subject, before, after })
    await writeLog(tx, {
      kind: 'site',
      message: `Marked ${group.type} in ${group.source} as ${solved ? 'solved' : 'open'}`,
      email: user.email,
      studentId: user.student_id,
    })
  })
  return { msg: solved ? 'Marked as solved' : 'Opened again' }
}
