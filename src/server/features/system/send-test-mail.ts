import { and, eq, isNotNull } from 'drizzle-orm'
import { mails } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import type { Handler } from '#server/pipeline/handler.ts'

/** To the admin's own address only, so that nobody can be sent mail with it. */
export const sendTestMail: Handler<'sendTestMail'> = async ({ db, user, mailer, throttles }) => {
  const { email, student_id } = user
  await throttles.countTestMail(student_id)
  await db.transaction(async (tx) => {
    // The System page shows what was answered to the last one.
    await tx.delete(mails).where(and(eq(mails.kind, 'test'), isNotNull(mails.lastError)))
    await queueMail(tx, { kind: 'test', toEmail: email, userId: student_id })
    await writeLog(tx, { kind: 'site', message: `Sent a test email to ${email}`, email, studentId: student_id })
  })
  mailer.wake()
  return { msg: `A test email to ${email} was queued` }
}
