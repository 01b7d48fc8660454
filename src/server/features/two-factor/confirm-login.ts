import { AppError } from '#contract/errors.ts'
import type { Context, Handler } from '#server/pipeline/handler.ts'
import { findKnownDevice } from '#server/http/cookies/known-devices.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { countTry, findAuthChallenge } from './auth-challenge.ts'
import { findChallengeUser, finishLogin } from './finish-login.ts'
import { consumeRecoveryCode, isRecoveryCode } from './recovery-codes.ts'
import { acceptTotpCode } from './totp.ts'

export const confirmLogin: Handler<'confirmLogin'> = async (context, { code, trust }) => {
  const { db, ip, session, throttles } = context
  const challenge = await findAuthChallenge(db, session.cookies, 'login')
  const user = challenge && (await findChallengeUser(db, challenge))
  if (!challenge || !user) throw new AppError('login_expired')
  const deviceHash = session.device.hash
  const { isKnownDevice } = await findKnownDevice(db, { email: user.email, deviceHash, ip })
  const isGuessable = !isRecoveryCode(code)
  const attempt = { userId: user.id, ip, knownDevice: isKnownDevice ? deviceHash : null, isGuessable }
  await throttles.countSecondStepAttempt(attempt)
  if (!(await countTry(db, challenge))) throw new AppError('login_expired')
  if (!(await acceptCode(context, user.id, code))) {
    await recordFailure(context, user)
    throw new AppError('wrong_code', { text: 'The code is wrong. Try again' })
  }
  await finishLogin(context, { challenge, user, trust })
  await throttles.clearSecondStep(attempt)
  if (!isGuessable) await reportRecoveryCode(context, user)
  return { msg: 'You are logged in', nextPage: '/' }
}

function acceptCode({ db, secrets }: Pick<Context, 'db' | 'secrets'>, userId: number, code: string): Promise<boolean> {
  if (isRecoveryCode(code)) return consumeRecoveryCode(db, userId, code)
  // Apps show the six digits in two groups.
  return acceptTotpCode(db, secrets, { userId, code: code.replace(/\s/g, '') })
}

type MailContext = Pick<Context, 'db' | 'throttles' | 'mailer'>
type ChallengeUser = { id: number; email: string }

/** Whoever got here knows the password, so the owner hears of it. */
async function recordFailure({ db, throttles, mailer }: MailContext, { id, email }: ChallengeUser): Promise<void> {
  await writeLog(db, { kind: 'sign-in', message: 'Entered a wrong code at login', email, studentId: id })
  if (!(await throttles.recordSecondStepFailure(id))) return
  await queueMail(db, { kind: 'second-factor-failures', toEmail: email, userId: id })
  mailer.wake()
}

async function reportRecoveryCode({ db, mailer }: MailContext, { id, email }: ChallengeUser): Promise<void> {
  const detail = 'Used a recovery code to log in'
  await queueMail(db, { kind: 'second-factor-changed', toEmail: email, userId: id, detail })
  mailer.wake()
}
