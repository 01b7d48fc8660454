import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { emailChanges, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { pendingEmailJoin } from './pending-email-join.ts'
import { requestEmailChange, requestEmailProof } from './request-email-confirmation.ts'

export const sendEmailConfirmation: Handler<'sendEmailConfirmation'> = async ({ db, user, throttles, mailer }) => {
  const userId = user.student_id
  const [row] = await db
    .select({ email: users.email, emailVerifiedAt: users.emailVerifiedAt, pendingEmail: emailChanges.newEmail })
    .from(users)
    .leftJoin(emailChanges, pendingEmailJoin)
    .where(eq(users.id, userId))
  if (!row) throw new AppError('user_not_found')
  if (row.emailVerifiedAt !== null) return { msg: 'Your email is already confirmed' }
  // A user who has corrected a mistyped email waits for the link to the new one, which a link to the old would replace.
  const email = row.pendingEmail ?? row.email
  const request = row.pendingEmail === null ? requestEmailProof : requestEmailChange
  await throttles.countConfirmation({ userId, email })
  await db.transaction((tx) => request(tx, { userId, email }))
  mailer.wake()
  return { msg: `We sent a link to ${email}` }
}
