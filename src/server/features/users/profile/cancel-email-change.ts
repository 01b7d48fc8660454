import { and, eq, ne } from 'drizzle-orm'
import { emailChanges } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

export const cancelEmailChange: Handler<'cancelEmailChange'> = async ({ db, user, from }) => {
  const { student_id: studentId, email } = user
  await db.transaction(async (tx) => {
    // The link to the account's own email stays.
    const [cancelled] = await tx
      .delete(emailChanges)
      .where(and(eq(emailChanges.userId, studentId), ne(emailChanges.newEmail, email)))
      .returning()
    if (!cancelled) return
    await writeLog(tx, { kind: 'account', message: 'Canceled the change of the email', email, studentId })
    const before = { pendingEmail: cancelled.newEmail }
    await auditOwnAccount(tx, { user, from, action: 'user.change_profile', before })
  })
  return { msg: 'Your email stays the same' }
}
