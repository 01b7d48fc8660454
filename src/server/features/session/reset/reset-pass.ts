import { eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { identities, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { hashNewPassword } from '#server/features/session/hash-new-password.ts'
import { verifyResetCode, consumeResetCode } from './reset-code.ts'
import { toAccountTag } from '#server/http/session-store.ts'

export const resetPass: Handler<'resetPass'> = async (
  { db, throttles, mailer, invalidate },
  { email, code, password },
) => {
  const passwordHash = await hashNewPassword(password)
  const codeHash = await verifyResetCode(db, email, code)
  await db.transaction(async (tx) => {
    if (!(await consumeResetCode(tx, email, codeHash))) throw new AppError('wrong_code')
    const [user] = await tx
      .select({ id: users.id, emailVerifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.email, email))
      .for('update')
    if (!user) throw new AppError('wrong_code')
    // The code proves ownership of the address; a Google account linked before that proof may be an attacker's.
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: sql`now()` })
      .where(eq(users.id, user.id))
    if (user.emailVerifiedAt === null) await tx.delete(identities).where(eq(identities.userId, user.id))
    await endSessions(tx, user.id)
    await queueMail(tx, { kind: 'password-changed', toEmail: email, userId: user.id })
    await writeLog(tx, { kind: 'account', message: 'Reset the password', email, studentId: user.id })
    invalidate([toAccountTag(user.id)])
  })
  mailer.wake()
  await throttles.clearLoginFailures(email)
  return { msg: 'Your password was changed. You can log in now.' }
}
