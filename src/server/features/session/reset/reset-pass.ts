import { eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { identities, resetCodes, users } from '#server/platform/db/schema.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { requireStrongPassword } from '#server/features/session/hash-new-password.ts'
import { removeUnprovenFactors } from '#server/features/two-factor/remove-unproven-factors.ts'
import { rememberDevice } from '#server/http/cookies/known-devices.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'
import { consumeResetCode } from './reset-code.ts'
import { tryResetCode } from './try-reset-code.ts'

export const resetPass: Handler<'resetPass'> = async (context, { email, code, password }) => {
  const { db, ip, from, session, mailer, invalidate } = context
  await requireStrongPassword(password, email)
  const key = await tryResetCode(context, email, code)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    if (!(await consumeResetCode(tx, key))) throw new AppError('wrong_code')
    const user = await setPassword(tx, email, passwordHash)
    const id = user.student_id
    // A code that a stranger asked for is of no more use to the owner.
    await tx.delete(resetCodes).where(eq(resetCodes.email, email))
    await endSessions(tx, id)
    invalidate([toAccountTag(id)])
    await rememberDevice(tx, { userId: id, deviceHash: session.device.remember(), ip })
    await queueMail(tx, { kind: 'password-changed', toEmail: email, userId: id, detail: 'everywhere' })
    await writeLog(tx, { kind: 'account', message: 'Reset the password', email, studentId: id })
    const change = { before: { password: 'the old one' }, after: { password: 'a new one' } }
    await auditOwnAccount(tx, { user, from, action: 'user.change_password', ...change })
  })
  mailer.wake()
  return { msg: 'Your password was changed. You can log in now.' }
}

async function setPassword(tx: Tx, email: string, passwordHash: string) {
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  if (!user) throw new AppError('wrong_code')
  // The code proves ownership of the address; what was added before that proof may be an attacker's.
  await tx
    .update(users)
    .set({ passwordHash, emailVerifiedAt: sql`now()` })
    .where(eq(users.id, user.id))
  if (user.emailVerifiedAt === null) {
    await tx.delete(identities).where(eq(identities.userId, user.id))
    await removeUnprovenFactors(tx, user, 'The password reset turned two-step verification off')
  }
  const { id: student_id, role, firstName: first_name, lastName: last_name } = user
  return { student_id, role, first_name, last_name, email }
}
