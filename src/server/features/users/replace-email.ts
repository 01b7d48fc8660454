import { DrizzleQueryError, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { emailChanges, resetCodes, users } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

interface EmailReplacement {
  userId: number
  newEmail: string
  /** True when somebody read a mail that was sent there. */
  isVerified: boolean
  exceptTokenHash?: string | undefined
}

/** Puts a new e-mail in place, ends the user's sessions and tells the old address. A taken one is `email_taken`. */
export async function replaceEmail(
  tx: Tx,
  { userId, newEmail, isVerified, exceptTokenHash }: EmailReplacement,
): Promise<void> {
  const [previous] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).for('update')
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
  // A code belongs to the person who had the address when it was asked for.
  await tx.delete(resetCodes).where(inArray(resetCodes.email, [previous.email, newEmail]))
  await endSessions(tx, userId, exceptTokenHash)
  await queueMail(tx, { kind: 'email-changed', toEmail: previous.email, userId })
  await writeLog(tx, { kind: 'account', message: 'Changed the e-mail', email: newEmail, studentId: userId })
}

function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === '23505'
}
