import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/pipeline/handler.ts'
import { recordLoginFailure, toLoginAttempt } from '../login-attempt.ts'
import { type ResetCodeKey, verifyResetCode } from './reset-code.ts'

/** A wrong code counts like a wrong password. Returns the code that matched, or throws `wrong_code`. */
export async function tryResetCode(
  context: Pick<Context, 'db' | 'ip' | 'session' | 'throttles' | 'mailer'>,
  email: string,
  code: string,
): Promise<ResetCodeKey> {
  const { db, session, throttles } = context
  const attempt = await toLoginAttempt(context, email)
  await throttles.startLoginAttempt(attempt)
  const key = await verifyResetCode(db, { email, deviceHash: session.device.hash }, code)
  if (key === null) {
    await recordLoginFailure(context, attempt)
    throw new AppError('wrong_code')
  }
  await throttles.clearLoginFailures(attempt)
  return key
}
