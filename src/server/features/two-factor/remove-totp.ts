import { eq } from 'drizzle-orm'
import { totpSecrets } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requireRecentAuth } from '#server/features/account/require-recent-auth.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { reportFactorChange } from './report-factor-change.ts'
import { endWithoutFactors, lockFactors } from './second-factors.ts'
import { endTrust } from './trusted-browsers.ts'

export const removeTotp: Handler<'removeTotp'> = async (context, { password }) => {
  const { db, user, from, settings, throttles, mailer } = context
  await requireRecentAuth(context, password)
  await throttles.countSecurityMail(user.student_id)
  await db.transaction(async (tx) => {
    await lockFactors(tx, user.student_id)
    const removed = await tx
      .delete(totpSecrets)
      .where(eq(totpSecrets.userId, user.student_id))
      .returning({ confirmedAt: totpSecrets.confirmedAt })
    if (!removed[0]?.confirmedAt) return
    await endTrust(tx, user.student_id)
    await endWithoutFactors(tx, user.student_id, user.role === 'admin' && settings.adminNeedsSecondFactor)
    await reportFactorChange(tx, user, 'Turned off the authenticator app')
    await auditOwnAccount(tx, { user, from, action: 'user.remove_totp', before: { authenticator: 'on' } })
  })
  mailer.wake()
  return { msg: 'The authenticator app is turned off' }
}
