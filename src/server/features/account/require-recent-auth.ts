import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Context } from '#server/pipeline/handler.ts'
import { recordLoginFailure } from '#server/features/session/login-attempt.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { verifyPassword } from '#server/platform/passwords/passwords.ts'

/**
 * Protects an unattended session: asks for the password or, for an account without one, a login within the last ten
 * minutes. Wrong passwords count as failed logins. Returns the verified hash; null for an account without a password.
 */
export async function requireRecentAuth(
  context: Pick<Context<'changePassword'>, 'db' | 'user' | 'ip' | 'session' | 'throttles' | 'mailer'>,
  password: string | undefined,
): Promise<string | null> {
  const { db, user, ip, session, throttles } = context
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, user.student_id))
  if (!row) throw new AppError('user_not_found')
  if (row.passwordHash === null) {
    if (!session.current?.isFresh) throw new AppError('stale_login')
    return null
  }
  // Only someone with a session can fail here, so failures elsewhere do not count.
  const attempt = { email: user.email, ip, knownDevice: 'session' }
  await throttles.startLoginAttempt(attempt)
  if (password === undefined || !(await verifyPassword(password, row.passwordHash))) {
    await recordLoginFailure(context, attempt)
    const entry = { kind: 'sign-in', message: 'Entered a wrong password', email: user.email } as const
    await writeLog(db, { ...entry, studentId: user.student_id })
    throw new AppError('wrong_password')
  }
  await throttles.clearLoginFailures(attempt)
  return row.passwordHash
}
