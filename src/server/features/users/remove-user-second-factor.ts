import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'
import { requireRecentAuth } from '#server/features/account/require-recent-auth.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { findSecondSteps, removeSecondFactors } from '#server/features/two-factor/second-factors.ts'
import { users } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const removeUserSecondFactor: Handler<'removeUserSecondFactor'> = async (context, { user_id, password }) => {
  const { db, user, from, mailer, invalidate } = context
  await requireRecentAuth(context, password)
  if (user_id === user.student_id)
    throw new AppError('own_account', { text: 'Change your own two-step verification on your account page' })
  await db.transaction(async (tx) => {
    const [target] = await tx.select({ email: users.email }).from(users).where(eq(users.id, user_id)).for('update')
    if (!target) throw new AppError('user_not_found')
    const before = { secondFactors: await findSecondSteps(tx, user_id) }
    if (!(await removeSecondFactors(tx, user_id))) return
    // Whoever is signed in may be the one who must not be.
    await endSessions(tx, user_id)
    invalidate([toAccountTag(user_id)])
    const detail = 'An admin of the site turned two-step verification off'
    await queueMail(tx, { kind: 'second-factor-changed', toEmail: target.email, userId: user_id, detail })
    const message = `Removed the second factor of ${target.email}`
    await writeLog(tx, { kind: 'user', message, email: user.email, studentId: user.student_id })
    const subject = { kind: 'user', id: user_id, name: target.email } as const
    const after = { secondFactors: [] }
    await writeAudit(tx, { actor: user, from, action: 'user.remove_second_factor', subject, before, after })
  })
  mailer.wake()
  return { msg: 'The user logs in without a second step now' }
}
