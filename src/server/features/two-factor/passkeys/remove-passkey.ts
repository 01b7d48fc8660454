import { and, eq } from 'drizzle-orm'
import { passkeys } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requireRecentAuth } from '#server/features/account/require-recent-auth.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { reportFactorChange } from '#server/features/two-factor/report-factor-change.ts'
import { endWithoutFactors, lockFactors } from '#server/features/two-factor/second-factors.ts'
import { endTrust } from '#server/features/two-factor/trusted-browsers.ts'

export const removePasskey: Handler<'removePasskey'> = async (context, { passkey_id, password }) => {
  const { db, user, from, settings, throttles, mailer } = context
  await requireRecentAuth(context, password)
  await throttles.countSecurityMail(user.student_id)
  await db.transaction(async (tx) => {
    await lockFactors(tx, user.student_id)
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkey_id), eq(passkeys.userId, user.student_id)))
      .returning({ name: passkeys.name })
    if (!removed) return
    await endTrust(tx, user.student_id)
    await endWithoutFactors(tx, user.student_id, user.role === 'admin' && settings.adminNeedsSecondFactor)
    await reportFactorChange(tx, user, 'Removed a passkey')
    await auditOwnAccount(tx, { user, from, action: 'user.remove_passkey', before: { passkey: removed.name } })
  })
  mailer.wake()
  return { msg: 'The passkey was removed' }
}
