import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { isDemoPassword } from '#server/platform/passwords/demo-password.ts'
import { verifyPassword } from '#server/platform/passwords/passwords.ts'
import { recordLoginFailure, toLoginAttempt } from './login-attempt.ts'
import { requireSecondStep, startSession } from './start-session.ts'

export const login: Handler<'login'> = async (context, { email, password, proof }) => {
  const { db, throttles, settings } = context
  const attempt = await toLoginAttempt(context, email)
  await throttles.requireProof(attempt, proof)
  await throttles.startLoginAttempt(attempt)
  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
  const isRefusedDemo = settings.demo === false && isDemoPassword(email, password)
  const passwordHash = isRefusedDemo ? null : (user?.passwordHash ?? null)
  // The same response after the same work, so that a wrong email cannot be distinguished from a wrong password.
  if (!(await verifyPassword(password, passwordHash)) || !user || passwordHash === null) {
    await recordLoginFailure(context, attempt)
    await writeLog(db, { kind: 'sign-in', message: 'Failed to log in', email, studentId: user?.id ?? null })
    throw new AppError('wrong_credentials')
  }
  await throttles.clearLoginFailures(attempt)
  const signInUser = { id: user.id, email, passwordHash }
  await requireSecondStep(context, signInUser)
  await startSession(context, signInUser, 'Logged in')
  return { msg: 'You are logged in', nextPage: '/' }
}
