import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { passkeys } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

export const renamePasskey: Handler<'renamePasskey'> = async ({ db, user, from }, { passkey_id, name }) => {
  const { student_id: studentId, email } = user
  await db.transaction(async (tx) => {
    const isOwn = and(eq(passkeys.id, passkey_id), eq(passkeys.userId, studentId))
    const [before] = await tx.select({ name: passkeys.name }).from(passkeys).where(isOwn).for('update')
    if (!before) throw new AppError('changed_meanwhile', { text: 'This passkey was removed' })
    if (before.name === name) return
    await tx.update(passkeys).set({ name }).where(isOwn)
    await writeLog(tx, {
      ...{ kind: 'account', message: `Renamed the passkey “${before.name}” to “${name}”` },
      ...{ email, studentId },
    })
    const change = { before: { passkey: before.name }, after: { passkey: name } }
    await auditOwnAccount(tx, { user, from, action: 'user.rename_passkey', ...change })
  })
  return { msg: 'The passkey was renamed' }
}
