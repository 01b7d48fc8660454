import { eq } from 'drizzle-orm'
import { emailChanges, users } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { endSessions } from '../session/end-sessions.ts'
import { hashNewPassword } from '../session/new-password.ts'
import { writeLog } from '../site/write-log.ts'
import { proveItIsYou } from './prove-it-is-you.ts'

export const changePassword: Handler<'changePassword'> = async (context, { password, new_password }) => {
  const { db, user, session, mailer } = context
  await proveItIsYou(context, password)
  const passwordHash = await hashNewPassword(new_password)
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.student_id))
    await endSessions(tx, user.student_id, session.current?.tokenHash)
    // As after a reset: a new e-mail that waits may be a stranger's.
    await tx.delete(emailChanges).where(eq(emailChanges.userId, user.student_id))
    await queueMail(tx, { kind: 'password-changed', toEmail: user.email, userId: user.student_id })
    await writeLog(tx, { message: 'Changed the password', email: user.email, studentId: user.student_id })
  })
  mailer.wake()
  return { msg: 'Your password is changed. You are signed out everywhere else' }
}
