import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requireRecentAuth } from '#server/features/account/require-recent-auth.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { renewCodes } from './recovery-codes.ts'
import { reportFactorChange } from './report-factor-change.ts'
import { findSecondSteps, lockFactors } from './second-factors.ts'
import { endTrust } from './trusted-browsers.ts'

export const renewRecoveryCodes: Handler<'renewRecoveryCodes'> = async (context, { password }) => {
  const { db, user, from, throttles, mailer } = context
  await requireRecentAuth(context, password)
  await throttles.countSecurityMail(user.student_id)
  const recovery_codes = await db.transaction(async (tx) => {
    await lockFactors(tx, user.student_id)
    if ((await findSecondSteps(tx, user.student_id)).length === 0)
      throw new AppError('changed_meanwhile', { text: 'Set up two-step verification first' })
    await endTrust(tx, user.student_id)
    await reportFactorChange(tx, user, 'Replaced the recovery codes')
    await auditOwnAccount(tx, { user, from, action: 'user.renew_recovery_codes', after: { recoveryCodes: 'new' } })
    return renewCodes(tx, user.student_id)
  })
  mailer.wake()
  return { msg: { recovery_codes } }
}
