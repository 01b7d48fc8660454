import { AppError } from '#contract/errors.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { requestEmailProof } from '#server/features/users/profile/request-email-confirmation.ts'
import { hashNewPassword } from './hash-new-password.ts'

export const signup: Handler<'signup'> = async ({ db, ip, settings, throttles, mailer }, input) => {
  await throttles.signup(ip)
  // Hashed before the email is checked, so that the response time does not reveal a registered email.
  const passwordHash = await hashNewPassword(input.password, input.email)
  const isWelcomed = await throttles.canSendWelcome({ email: input.email, ip })
  await db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({
        email: input.email,
        firstName: input.first_name,
        lastName: input.last_name,
        gender: input.gender,
        birthdate: input.birthdate,
        passwordHash,
        mustVerifyEmail: settings.verifyEmail,
      })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!user) throw new AppError('email_taken')
    if (isWelcomed && settings.verifyEmail) await requestEmailProof(tx, { userId: user.id, email: input.email })
    else if (isWelcomed) await queueMail(tx, { kind: 'welcome', toEmail: input.email, userId: user.id })
    await writeLog(tx, { kind: 'account', message: 'Signed up', email: input.email, studentId: user.id })
  })
  mailer.wake()
  return { msg: 'Your account is ready. You can log in now.' }
}
