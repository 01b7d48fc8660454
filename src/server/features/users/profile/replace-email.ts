import { eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import type { RequestOrigin } from '#server/pipeline/caller.ts'
import { isUniqueViolation } from '#server/platform/db/database-errors.ts'
import { emailChanges, resetCodes, users } from '#server/platform/db/schema.ts'
import type { SessionControl } from '#server/http/cookies/session-cookie.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

interface EmailReplacement {
  userId: number
  newEmail: string
  /** True when the user opened a link sent to the new email. */
  isVerified: boolean
  from: RequestOrigin
  /** The caller's session and browser, which stay signed in. */
  except?: Pick<SessionControl, 'current' | 'device'>
}

/** Also ends the user's sessions and notifies the previous address. Throws `email_taken`. */
export async function replaceEmail(tx: Tx, replacement: EmailReplacement): Promise<void> {
  const { userId, newEmail, isVerified, except, from } = replacement
  const [previous] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!previous) throw new AppError('user_not_found')
  try {
    await tx
      .update(users)
      .set({ email: newEmail, emailVerifiedAt: isVerified ? sql`now()` : null })
      .where(eq(users.id, userId))
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('email_taken', { cause: error })
    throw error
  }
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
  // A reset code belongs to the owner of the address at the time of the request.
  await tx.delete(resetCodes).where(inArray(resetCodes.email, [previous.email, newEmail]))
  await endSessions(tx, userId, { except })
  const detail = except === undefined ? 'everywhere' : ''
  await queueMail(tx, { kind: 'email-changed', toEmail: previous.email, userId, detail })
  await writeLog(tx, { kind: 'account', message: 'Changed the email', email: newEmail, studentId: userId })
  const { email, firstName: first_name, lastName: last_name, role } = previous
  await auditOwnAccount(tx, {
    ...{ user: { student_id: userId, first_name, last_name, email, role }, from, action: 'user.change_email' },
    ...{ before: { email }, after: { email: newEmail } },
  })
}
