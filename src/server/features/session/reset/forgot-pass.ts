import type { Handler } from '#server/pipeline/handler.ts'
import { findKnownDevice } from '#server/http/cookies/known-devices.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { isMailToken } from './mail-token.ts'

/** Does the same work for known and unknown emails: the account is looked up when the email is rendered. */
export const forgotPass: Handler<'forgotPass'> = async ({ db, ip, session, throttles, mailer }, { email, token }) => {
  const known = await findKnownDevice(db, { email, deviceHash: session.device.hash, ip })
  const hasMailToken = token !== undefined && (await isMailToken(db, email, token))
  // The code works in the browser that asked for it, and nowhere else.
  const device = session.device.remember()
  if (await throttles.canSendCode({ email, ip, device, hasMailToken, ...known })) {
    await db.transaction(async (tx) => {
      await queueMail(tx, {
        kind: 'reset-code',
        toEmail: email,
        userId: null,
        deviceHash: Buffer.from(device, 'base64'),
      })
      await writeLog(tx, { kind: 'account', message: 'Requested a password reset code', email, studentId: null })
    })
    mailer.wake()
  }
  return { msg: 'If this email has an account, we sent a code.' }
}
