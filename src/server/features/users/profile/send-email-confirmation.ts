import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requestEmailProof } from './request-email-confirmation.ts'

export const sendEmailConfirmation: Handler<'sendEmailConfirmation'> = async ({ db, user, throttles, mailer }) => {
  const [row] = await db
    .select({ email: users.email, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, user.student_id))
  if (!row) throw new AppError('user_not_found')
  if (row.emailVerifiedAt !== null) return { msg: 'Your email is already confirmed' }
  await throttles.countConfirmation({ userId: user.student_id, email: row.email })
  await db.transaction((tx) => requestEmailProof(tx, { userId: user.student_id, email: row.email }))
  mailer.wake()
  return { msg: `We sent a link to ${row.email}` }
}
