import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { reportFactorChange } from './report-factor-change.ts'
import { createFirstCodes, lockFactors } from './second-factors.ts'
import { acceptTotpCode, hasConfirmedTotp } from './totp.ts'

export const confirmTotp: Handler<'confirmTotp'> = async ({ db, user, from, secrets, mailer }, { code }) => {
  // Its email is not counted: wrong codes would use up the quota, and turning the app off again counts.
  const recovery_codes = await db.transaction(async (tx) => {
    await lockFactors(tx, user.student_id)
    // The answer to the first may have been lost, and with it the recovery codes.
    if (await hasConfirmedTotp(tx, user.student_id))
      throw new AppError('changed_meanwhile', {
        text: 'The authenticator app is on already. If you haven’t saved your recovery codes, get new ones',
      })
    if (!(await acceptTotpCode(tx, secrets, { userId: user.student_id, code, isSetup: true })))
      throw new AppError('wrong_code', { text: 'The code is wrong. Enter the current code of the app' })
    await reportFactorChange(tx, user, 'Turned on the authenticator app')
    await auditOwnAccount(tx, { user, from, action: 'user.add_totp', after: { authenticator: 'on' } })
    return createFirstCodes(tx, user.student_id)
  })
  mailer.wake()
  return { msg: { recovery_codes } }
}
