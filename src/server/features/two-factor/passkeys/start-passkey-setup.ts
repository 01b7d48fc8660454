import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { passkeys } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requireRecentAuth } from '#server/features/account/require-recent-auth.ts'
import { startAuthChallenge } from '#server/features/two-factor/auth-challenge.ts'
import { toRelyingParty } from './relying-party.ts'
import { createSetupOptions } from './webauthn.ts'

const MAX_PASSKEYS = 20

export const startPasskeySetup: Handler<'startPasskeySetup'> = async (context, { password }) => {
  const { db, user, session, settings } = context
  const relyingParty = toRelyingParty(settings.publicUrl)
  if (!relyingParty) throw new AppError('not_configured')
  await requireRecentAuth(context, password)
  const existing = await db.select().from(passkeys).where(eq(passkeys.userId, user.student_id))
  if (existing.length >= MAX_PASSKEYS)
    throw new AppError('invalid_input', { text: `An account can have at most ${MAX_PASSKEYS} passkeys` })
  const options = await createSetupOptions(relyingParty, user, existing)
  await startAuthChallenge(db, session.cookies, {
    kind: 'passkey-setup',
    userId: user.student_id,
    webauthnChallenge: options.challenge,
  })
  return { msg: options }
}
