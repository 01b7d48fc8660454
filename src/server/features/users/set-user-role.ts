import { and, eq, ne } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { conversations, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { requireRecentAuth } from '#server/features/account/require-recent-auth.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { requireAnotherAdmin } from './require-another-admin.ts'

const LAST_ADMIN_TEXT = 'The last admin can’t become a student'

export const setUserRole: Handler<'setUserRole'> = async (context, { user_id, role, password }) => {
  const { db, user, from, settings, mailer, invalidate } = context
  await requireRecentAuth(context, password)
  if (user_id === user.student_id)
    throw new AppError('own_account', { text: 'You can’t change your own role. Ask another admin' })
  await db.transaction(async (tx) => {
    // Before the user's row, like the deletion of an admin.
    const actorId = user.student_id
    await requireAnotherAdmin(tx, { actorId, userId: role === 'student' ? user_id : 0, text: LAST_ADMIN_TEXT })
    // A message locks its conversation before it refers to this row, so only a lock that lets it do that cannot deadlock.
    const [target] = await tx.select().from(users).where(eq(users.id, user_id)).for('no key update')
    if (!target) throw new AppError('user_not_found')
    if (role === 'admin' && settings.verifyEmail && target.mustVerifyEmail && target.emailVerifiedAt === null)
      throw new AppError('email_unverified', { text: 'This user has not confirmed their email yet' })
    const changed = await tx
      .update(users)
      .set({ role })
      .where(and(eq(users.id, user_id), ne(users.role, role)))
      .returning({ id: users.id })
    if (changed.length === 0) return
    if (role === 'admin') await clearUnread(tx, user_id)
    // An admin's session lasts hours, a student's days.
    await endSessions(tx, user_id)
    invalidate([toAccountTag(user_id)])
    await queueMail(tx, { kind: 'role-changed', toEmail: target.email, userId: user_id, detail: role })
    const message = role === 'admin' ? `Made ${target.email} an admin` : `Made ${target.email} a student`
    await writeLog(tx, { kind: 'user', message, email: user.email, studentId: actorId })
    const subject = { kind: 'user', id: user_id, name: target.email } as const
    const action = role === 'admin' ? 'user.promote' : 'user.demote'
    await writeAudit(tx, { actor: user, from, action, subject, before: { role: target.role }, after: { role } })
  })
  mailer.wake()
  return { msg: role === 'admin' ? 'The user is now an admin' : 'The user is now a student' }
}

/** Nobody can open the conversation of an admin, so nothing in it waits to be read. */
async function clearUnread(tx: Tx, userId: number): Promise<void> {
  await tx
    .update(conversations)
    .set({ unreadByStudent: 0, unreadByAdmins: 0, studentWaitsSince: null, adminsWaitSince: null })
    .where(eq(conversations.studentId, userId))
}
