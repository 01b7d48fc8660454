import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { passkeys } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import {
  findAuthChallenge,
  setWebauthnChallenge,
  startAuthChallenge,
} from '#server/features/two-factor/auth-challenge.ts'
import { toRelyingParty } from './relying-party.ts'
import { createLoginOptions } from './webauthn.ts'

export const startPasskeyLogin: Handler<'startPasskeyLogin'> = async ({ db, session, settings }, { second_step }) => {
  const relyingParty = toRelyingParty(settings.publicUrl)
  if (!relyingParty) throw new AppError('not_configured')
  if (!second_step) {
    // The authenticator offers the accounts it knows: which ones exist here is not told.
    const options = await createLoginOptions(relyingParty, { allowed: [], isSecondStep: false })
    const webauthnChallenge = options.challenge
    await startAuthChallenge(db, session.cookies, { kind: 'passkey-login', webauthnChallenge })
    return { msg: options }
  }
  const login = await findAuthChallenge(db, session.cookies, 'login')
  if (!login || login.userId === null) throw new AppError('login_expired')
  const allowed = await db.select().from(passkeys).where(eq(passkeys.userId, login.userId))
  const options = await createLoginOptions(relyingParty, { allowed, isSecondStep: true })
  await setWebauthnChallenge(db, login, options.challenge)
  return { msg: options }
}
