import { AppError } from '#contract/errors.ts'
import type { SecondStep } from '#contract/schemas/accounts/account-security.ts'
import type { Context } from '#server/pipeline/handler.ts'
import type { SignInUser } from '#server/http/sessions/session-store.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { toCoarseNetwork } from '#server/platform/throttle/network.ts'
import { getDeviceName } from '#server/features/account/device-name.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { startAuthChallenge } from '#server/features/two-factor/auth-challenge.ts'
import { findSecondSteps } from '#server/features/two-factor/second-factors.ts'
import { isTrustedBrowser } from '#server/features/two-factor/trusted-browsers.ts'

type LoginContext = Pick<Context, 'db' | 'ip' | 'session' | 'throttles' | 'mailer'>

interface LoginUser extends SignInUser {
  email: string
}

/**
 * After a right password or a sign-in with Google. Undefined for an account without a second factor and in a trusted
 * browser; otherwise the login waits, in this browser, for one of the steps that are returned.
 */
export async function startSecondStep(
  { db, session }: Pick<LoginContext, 'db' | 'session'>,
  user: SignInUser,
): Promise<SecondStep[] | undefined> {
  const steps = await findSecondSteps(db, user.id)
  if (steps.length === 0 || (await isTrustedBrowser(db, session.cookies, user.id))) return undefined
  const { passwordHash = null } = user
  await startAuthChallenge(db, session.cookies, { kind: 'login', userId: user.id, passwordHash })
  return steps
}

/** Throws `second_factor_needed` when the login has a second step. */
export async function requireSecondStep(
  context: Pick<LoginContext, 'db' | 'session'>,
  user: SignInUser,
): Promise<void> {
  const steps = await startSecondStep(context, user)
  if (steps) throw new AppError('second_factor_needed', { fields: { steps } })
}

/** The last step of every login. A login in a browser that the user has not used before is reported by email. */
export async function startSession(context: LoginContext, user: LoginUser, logMessage: string | null): Promise<void> {
  const { db, ip, session, throttles, mailer } = context
  const { isNewDevice } = await session.start(user)
  if (logMessage !== null)
    await writeLog(db, { kind: 'sign-in', message: logMessage, email: user.email, studentId: user.id })
  if (!isNewDevice || !(await throttles.canSendDeviceAlert(user.email))) return
  const detail = `${getDeviceName(session.userAgent)}, network ${toCoarseNetwork(ip)}`
  await queueMail(db, { kind: 'new-device', toEmail: user.email, userId: user.id, detail })
  mailer.wake()
}
