import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { reportFactorChange } from './report-factor-change.ts'
import { createFirstCodes, lockFactors } from './second-factors.ts'
import { acceptTotpCode } from './totp.ts'

export const confirmTotp: Handler<'confirmTotp'> = async ({ db, user, from, secrets, mailer }, { code }) => {
  // Its email is not counted: wrong codes would use up the quota, and turning the app off again counts.
  const recovery_codes = await db.transaction(async (tx) => {
    await lockFactors(tx, user.student_id)
    if (!(await acceptTotpCode(tx, secrets, { userId: user.student_id, code, isSetup: true })))
      throw new AppError('wrong_code', { text: 'The code is wrong. Enter the current code of the app' })
    await reportFactorChange(tx, user, 'Turned on the authenticator app')
    await auditOwnAccount(tx, { user, from, action: 'user.add_totp', after: { authenticator: 'on' } })
    return createFirstCodes(tx, user.student_id)
  })
  mailer.wake()
  return { msg: { recovery_codes } }
}
