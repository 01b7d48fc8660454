import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { requireStrongPassword } from '#server/features/session/hash-new-password.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { requireRecentAuth } from './require-recent-auth.ts'

export const changePassword: Handler<'changePassword'> = async (context, { password, new_password }) => {
  const { db, user, from, session, throttles, mailer } = context
  const verifiedHash = await requireRecentAuth(context, password)
  await requireStrongPassword(new_password, user.email)
  // A new account's address may be somebody else's, who gets a notice of each change.
  await throttles.countSecurityMail(user.student_id)
  const passwordHash = await hashPassword(new_password)
  await db.transaction(async (tx) => {
    // A password reset may have happened since the check: the verified hash must still be the current one.
    const passwordCondition = verifiedHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, verifiedHash)
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.student_id), passwordCondition))
      .returning({ id: users.id })
    if (changed.length === 0) throw new AppError('wrong_password')
    await endSessions(tx, user.student_id, { except: session })
    await queueMail(tx, { kind: 'password-changed', toEmail: user.email, userId: user.student_id })
    await writeLog(tx, {
      kind: 'account',
      message: 'Changed the password',
      email: user.email,
      studentId: user.student_id,
    })
    const [before, after] = [{ password: verifiedHash && 'the old one' }, { password: 'a new one' }]
    await auditOwnAccount(tx, { user, from, action: 'user.change_password', before, after })
  })
  mailer.wake()
  return { msg: 'Your password was changed. You were logged out on all other devices.' }
}
