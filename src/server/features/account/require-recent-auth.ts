import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Context } from '#server/pipeline/handler.ts'
import { verifyPassword } from '#server/platform/passwords/passwords.ts'

/**
 * For what a stranger at an open screen must not do: the account's password, or, where it has none, a sign-in of the
 * last ten minutes. Wrong passwords count as failed sign-ins.
 * Gives the hash of the password that was right; null where there is none.
 */
export async function requireRecentAuth(
  { db, user, ip, session, throttles }: Pick<Context<'changePassword'>, 'db' | 'user' | 'ip' | 'session' | 'throttles'>,
  password: string | undefined,
): Promise<string | null> {
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, user.student_id))
  if (!row) throw new AppError('user_not_found')
  if (row.passwordHash === null) {
    if (!session.current?.isFresh) throw new AppError('stale_login')
    return null
  }
  await throttles.startLoginAttempt(ip, user.email)
  if (password === undefined || !(await verifyPassword(password, row.passwordHash))) {
    await throttles.recordLoginFailure(ip)
    throw new AppError('wrong_password')
  }
  await throttles.clearLoginFailures(user.email)
  return row.passwordHash
}
