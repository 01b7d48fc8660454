import { AppError } from '#contract/errors.ts'
import { passkeys } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { endAuthChallenge, findAuthChallenge } from '#server/features/two-factor/auth-challenge.ts'
import { reportFactorChange } from '#server/features/two-factor/report-factor-change.ts'
import { createFirstCodes, lockFactors } from '#server/features/two-factor/second-factors.ts'
import { toRelyingParty } from './relying-party.ts'
import { verifySetup } from './webauthn.ts'

const FAILED = { text: 'The passkey could not be added. Try again' }

export const addPasskey: Handler<'addPasskey'> = async (context, input) => {
  const { db, user, from, session, settings, throttles, mailer } = context
  const relyingParty = toRelyingParty(settings.publicUrl)
  const challenge = await findAuthChallenge(db, session.cookies, 'passkey-setup')
  if (!relyingParty || !challenge || challenge.userId !== user.student_id || challenge.webauthnChallenge === null)
    throw new AppError('wrong_code', FAILED)
  // Before the challenge ends, so that a refusal can be tried again.
  await throttles.countSecurityMail(user.student_id)
  if (!(await endAuthChallenge(db, session.cookies, challenge))) throw new AppError('wrong_code', FAILED)
  const credential = await verifySetup({ ...relyingParty, challenge: challenge.webauthnChallenge }, input)
  if (!credential) throw new AppError('wrong_code', FAILED)
  const recovery_codes = await db.transaction(async (tx) => {
    await lockFactors(tx, user.student_id)
    const added = await tx
      .insert(passkeys)
      .values({ userId: user.student_id, name: input.name, ...credential })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id })
    if (added.length === 0) throw new AppError('changed_meanwhile', { text: 'This passkey is already added' })
    await reportFactorChange(tx, user, 'Added a passkey')
    await auditOwnAccount(tx, { user, from, action: 'user.add_passkey', after: { passkey: input.name } })
    return createFirstCodes(tx, user.student_id)
  })
  mailer.wake()
  return { msg: { recovery_codes } }
}
