import { and, eq, ne } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { isStaffName } from '#contract/text/names.ts'
import { STAFF_NAME_TEXT } from '#contract/schemas/fields.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { replaceEmail } from './replace-email.ts'
import { requestEmailChange } from './request-email-confirmation.ts'

export const updateUser: Handler<'updateUser'> = async (context, input) => {
  const { db, user, from, session, settings, throttles, mailer } = context
  const newEmail = input.email === user.email ? null : input.email
  if (newEmail !== null && !session.current?.isFresh) {
    throw new AppError('stale_login', { text: 'Log in again to change your email' })
  }
  if (user.role === 'student' && isStaffName(`${input.first_name} ${input.last_name}`))
    throw new AppError('invalid_input', { text: STAFF_NAME_TEXT })
  if (input.last_name === '' && user.last_name !== '')
    throw new AppError('invalid_input', { text: 'Last name is required' })
  // Without a mail server no confirmation can arrive, so the new email takes effect at once.
  const needsConfirmation = newEmail !== null && settings.smtpUrl !== undefined
  if (newEmail !== null)
    await throttles.countRefusals(user.student_id, async () => {
      // Before the mail is counted: a refused change would use up the owner's confirmations of that address.
      await requireAvailableEmail(db, newEmail, user.student_id)
      if (needsConfirmation) await throttles.countConfirmation({ userId: user.student_id, email: newEmail })
      else await throttles.countSecurityMail(user.student_id)
    })
  await db.transaction(async (tx) => {
    const { first_name: firstName, last_name: lastName, birthdate, gender } = input
    const values = { firstName, lastName, birthdate, gender }
    const [before] = await tx.select().from(users).where(eq(users.id, user.student_id)).for('no key update')
    if (!before) throw new AppError('user_not_found')
    await tx.update(users).set(values).where(eq(users.id, user.student_id))
    const after = { ...before, ...values, ...(needsConfirmation && { pendingEmail: newEmail }) }
    await auditOwnAccount(tx, { user, from, action: 'user.change_profile', before, after })
    if (newEmail !== null) {
      if (needsConfirmation) await requestEmailChange(tx, { userId: user.student_id, email: newEmail })
      else
        await replaceEmail(tx, {
          userId: user.student_id,
          newEmail,
          isVerified: false,
          from,
          except: session,
        })
    }
    await writeLog(tx, {
      kind: 'account',
      message: 'Changed the profile',
      email: user.email,
      studentId: user.student_id,
    })
  })
  if (newEmail !== null) mailer.wake()
  return {
    msg: needsConfirmation
      ? 'Your profile was saved. To change your email, open the link we sent to the new address.'
      : 'Your profile was saved',
  }
}

async function requireAvailableEmail(db: Pick<Db, 'select'>, email: string, userId: number): Promise<void> {
  const [taken] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, userId)))
  if (taken) throw new AppError('email_taken')
}
