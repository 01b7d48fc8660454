import { and, eq, lte, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { passkeys } from '#server/platform/db/schema.ts'
import type { Context, Handler } from '#server/pipeline/handler.ts'
import { logLoginFailure } from '#server/features/session/log-login-failure.ts'
import {
  type AuthChallenge,
  countTry,
  findAuthChallenge,
  takeWebauthnChallenge,
} from '#server/features/two-factor/auth-challenge.ts'
import { findChallengeUser, finishLogin } from '#server/features/two-factor/finish-login.ts'
import { toRelyingParty } from './relying-party.ts'
import { verifyLogin } from './webauthn.ts'

export const confirmPasskeyLogin: Handler<'confirmPasskeyLogin'> = async (context, input) => {
  const { db, session } = context
  const challenge = await findAuthChallenge(db, session.cookies, 'login', 'passkey-login')
  if (!challenge || !(await countTry(db, challenge))) throw new AppError('login_expired')
  const userId = await verifyPasskey(context, challenge, input)
  const user = userId === null ? undefined : await findChallengeUser(db, { ...challenge, userId })
  if (!user) {
    await logFailure(context, challenge, input.response.id)
    throw new AppError('wrong_code', { text: 'This passkey didn’t work. Try again, or log in another way' })
  }
  await finishLogin(context, { challenge, user, trust: input.trust })
  return { msg: 'You are logged in', nextPage: '/' }
}

/** Whose passkey has signed the challenge; null for any other answer. */
async function verifyPasskey(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  challenge: AuthChallenge,
  input: ParsedInput<'confirmPasskeyLogin'>,
): Promise<number | null> {
  const relyingParty = toRelyingParty(settings.publicUrl)
  const expected = await takeWebauthnChallenge(db, challenge)
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credentialId, input.response.id))
  if (!relyingParty || expected === null || !passkey) return null
  if (challenge.userId !== null && challenge.userId !== passkey.userId) return null
  const isSecondStep = challenge.kind === 'login'
  const counter = await verifyLogin({ ...relyingParty, challenge: expected }, input, { passkey, isSecondStep })
  if (counter === null) return null
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    // A parallel login may have raised it further.
    .where(and(eq(passkeys.id, passkey.id), lte(passkeys.counter, counter)))
    .returning({ userId: passkeys.userId })
  return used[0]?.userId ?? null
}

async function logFailure(
  context: Pick<Context, 'db' | 'ip' | 'throttles'>,
  challenge: AuthChallenge,
  credentialId: string,
): Promise<void> {
  const { db } = context
  const [passkey] = await db
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId))
  const user = await findChallengeUser(db, { ...challenge, userId: challenge.userId ?? passkey?.userId ?? null })
  await logLoginFailure(context, 'Failed to log in with a passkey', user)
}
