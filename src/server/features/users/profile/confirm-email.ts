import { and, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { emailChanges, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { hashTokenToBytes } from '#server/platform/secrets/hash-token.ts'
import { replaceEmail } from './replace-email.ts'

export const confirmEmail: Handler<'confirmEmail'> = async ({ db, from, mailer, invalidate }, { token }) => {
  const msg = await db.transaction(async (tx) => {
    const [change] = await tx
      .delete(emailChanges)
      .where(and(eq(emailChanges.tokenHash, hashTokenToBytes(token)), gt(emailChanges.expiresAt, sql`now()`)))
      .returning()
    if (!change) throw new AppError('wrong_link')
    const { userId, newEmail } = change
    invalidate([toAccountTag(userId)])
    if (await proveOwnEmail(tx, userId, newEmail)) return 'Your email is confirmed.'
    await replaceEmail(tx, { userId, newEmail, isVerified: true, from })
    return 'Your email is confirmed. Use it to log in from now on.'
  })
  mailer.wake()
  return { msg }
}

/** False for an email that the account does not have yet. */
async function proveOwnEmail(tx: Tx, userId: number, email: string): Promise<boolean> {
  const proven = await tx
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .where(and(eq(users.id, userId), eq(users.email, email)))
    .returning({ id: users.id })
  if (proven.length === 0) return false
  await writeLog(tx, { kind: 'account', message: 'Confirmed the email', email, studentId: userId })
  return true
}
