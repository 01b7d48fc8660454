import { AppError } from '#contract/errors.ts'
import { users } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { writeLog } from '../site/write-log.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'

export const signup: Handler<'signup'> = async ({ db, ip, throttles }, input) => {
  await throttles.signup(ip)
  if (isCommonPassword(input.password)) {
    throw new AppError('invalid_input', { text: 'This password is among the first that anyone would guess' })
  }
  // Hashed before the e-mail is looked at, so that a known one is not told by its quick answer.
  const passwordHash = await hashPassword(input.password)
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
      })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!user) throw new AppError('email_taken')
    await writeLog(tx, { message: 'Signed up', email: input.email, studentId: user.id })
  })
  return { msg: 'Your account is ready. You can log in now' }
}
