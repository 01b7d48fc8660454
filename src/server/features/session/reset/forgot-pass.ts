import type { Handler } from '#server/pipeline/handler.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/** Does the same work for known and unknown emails: the account is looked up when the email is rendered. */
export const forgotPass: Handler<'forgotPass'> = async ({ db, ip, throttles, mailer }, { email }) => {
  await throttles.requestCode(ip)
  if (await throttles.canSendCode(email)) {
    await db.transaction(async (tx) => {
      await queueMail(tx, { kind: 'reset-code', toEmail: email, userId: null })
      await writeLog(tx, { kind: 'account', message: 'Requested a password reset code', email, studentId: null })
    })
    mailer.wake()
  }
  return { msg: 'If this email has an account, we sent a code.' }
}
