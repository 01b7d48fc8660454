import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/pipeline/handler.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import { startSession } from '#server/features/session/start-session.ts'
import { type AuthChallenge, endAuthChallenge } from './auth-challenge.ts'
import { trustBrowser } from './trusted-browsers.ts'

interface ChallengeUser {
  id: number
  email: string
}

export async function findChallengeUser(db: Db, { userId }: AuthChallenge): Promise<ChallengeUser | undefined> {
  if (userId === null) return undefined
  const columns = { id: users.id, email: users.email }
  const [user] = await db.select(columns).from(users).where(eq(users.id, userId))
  return user
}

/** Ends the challenge of a login whose second step was right, and starts the session. */
export async function finishLogin(
  context: Pick<Context, 'db' | 'ip' | 'session' | 'throttles' | 'mailer'>,
  { challenge, user, trust }: { challenge: AuthChallenge; user: ChallengeUser; trust: boolean },
): Promise<void> {
  const { db, session } = context
  if (!(await endAuthChallenge(db, session.cookies, challenge))) throw new AppError('login_expired')
  const { passwordHash } = challenge
  const isSecondStep = challenge.kind === 'login'
  const logMessage = isSecondStep ? 'Logged in with two-step verification' : 'Logged in with a passkey'
  await startSession(context, { ...user, ...(passwordHash !== null && { passwordHash }) }, logMessage)
  if (trust && isSecondStep) await trustBrowser(db, session.cookies, user.id)
}
