import type { Context } from '#server/pipeline/handler.ts'
import { findKnownDevice } from '#server/http/cookies/known-devices.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { LoginAttempt } from '#server/platform/throttle/login-throttle.ts'

export async function toLoginAttempt(
  { db, ip, session }: Pick<Context, 'db' | 'ip' | 'session'>,
  email: string,
): Promise<LoginAttempt> {
  const deviceHash = session.device.hash
  if (deviceHash === null) return { email, ip, knownDevice: null }
  const { isKnownDevice } = await findKnownDevice(db, { email, deviceHash, ip })
  return { email, ip, knownDevice: isKnownDevice ? deviceHash : null }
}

/** Warns the account's owner, once a day, when the failures become an attack. */
export async function recordLoginFailure(
  { db, throttles, mailer }: Pick<Context, 'db' | 'throttles' | 'mailer'>,
  attempt: LoginAttempt,
): Promise<void> {
  if (!(await throttles.recordLoginFailure(attempt))) return
  // Whether the email has an account is looked up when the mail is rendered, like a reset code's.
  await queueMail(db, { kind: 'login-failures', toEmail: attempt.email, userId: null })
  mailer.wake()
}
