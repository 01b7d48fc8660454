import { sql } from 'drizzle-orm'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { pluralize } from '#server/platform/pluralize.ts'

export const importUsers: Handler<'importUsers'> = async (
  { db, user, from, mailer },
  { users: importedUsers, invite },
) => {
  const added = await db.transaction(async (tx) => {
    // Parallel imports with the same emails in another order would deadlock.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('users are imported', 0))`)
    const rows = await tx
      .insert(users)
      .values(
        importedUsers.map(({ first_name, last_name, ...rest }) => ({
          firstName: first_name,
          lastName: last_name,
          ...rest,
        })),
      )
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id, email: users.email })
    if (invite)
      await queueMail(tx, ...rows.map(({ id, email }) => ({ kind: 'invited' as const, toEmail: email, userId: id })))
    const message = `Imported ${pluralize(rows.length, 'user')}`
    await writeLog(tx, { kind: 'user', message, email: user.email, studentId: user.student_id })
    // Not the emails, which would outlive their users.
    const after = { added: rows.length, invited: invite, userIds: rows.map(({ id }) => id) }
    const subject = { kind: 'user', name: message } as const
    await writeAudit(tx, { actor: user, from, action: 'user.import', subject, after })
    return rows
  })
  if (invite) mailer.wake()
  // Of two rows with the same email the first is added and the second is reported as taken.
  const addedEmails = new Set(added.map(({ email }) => email))
  const taken = importedUsers.map(({ email }) => email).filter((email) => !addedEmails.delete(email))
  return { msg: { added: added.length, taken } }
}
