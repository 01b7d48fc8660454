import { eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { emailChanges, users } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { writeLog } from '../site/write-log.ts'
import { endSessions } from './end-sessions.ts'
import { hashNewPassword } from './new-password.ts'
import { tryCode, useUp } from './reset-code.ts'
import { accountSubject } from './session-store.ts'

export const resetPass: Handler<'resetPass'> = async ({ db, throttles, mailer, announce }, { email, code, password }) => {
  const passwordHash = await hashNewPassword(password)
  const codeHash = await tryCode(db, email, code)
  const userId = await db.transaction(async (tx) => {
    if (!(await useUp(tx, email, codeHash))) throw new AppError('wrong_code')
    const [user] = await tx
      .update(users)
      // Who has read the mail owns the address.
      .set({ passwordHash, emailProvenAt: sql`now()` })
      .where(eq(users.email, email))
      .returning({ id: users.id })
    if (!user) throw new AppError('wrong_code')
    await endSessions(tx, user.id)
    // Whoever is being locked out may have asked for the account to move to an address of theirs.
    await tx.delete(emailChanges).where(eq(emailChanges.userId, user.id))
    await queueMail(tx, { kind: 'password-changed', toEmail: email, userId: user.id })
    await writeLog(tx, { message: 'Reset the password', email, studentId: user.id })
    return user.id
  })
  announce([accountSubject(userId)])
  mailer.wake()
  await throttles.loginSucceeded(email)
  return { msg: 'Your password is changed. You can log in now' }
}
