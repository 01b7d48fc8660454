import type { Handler } from '#server/pipeline/handler.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/** Does the same whether or not the e-mail is known: who it belongs to is looked up only when the mail is written. */
export const forgotPass: Handler<'forgotPass'> = async ({ db, ip, throttles, mailer }, { email }) => {
  await throttles.requestCode(ip)
  if (await throttles.canSendCode(email)) {
    await db.transaction(async (tx) => {
      await queueMail(tx, { kind: 'reset-code', toEmail: email, userId: null })
      await writeLog(tx, { kind: 'account', message: 'Asked for a code to reset the password', email, studentId: null })
    })
    mailer.wake()
  }
  return { msg: 'If the address is known, a code is on its way' }
}
