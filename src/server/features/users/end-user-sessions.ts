import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { sessions, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

export const endUserSessions: Handler<'endUserSessions'> = async ({ db, user, from, invalidate }, { user_id }) => {
  await db.transaction(async (tx) => {
    // The lock orders a parallel login either before this deletion or after the commit.
    const [targetUser] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, user_id))
      .for('no key update')
    if (!targetUser) throw new AppError('user_not_found')
    const before = { sessions: await tx.$count(sessions, eq(sessions.userId, user_id)) }
    await endSessions(tx, user_id)
    invalidate([toAccountTag(user_id)])
    await writeLog(tx, {
      kind: 'user',
      message: `Signed ${targetUser.email} out on all devices`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'user', id: user_id, name: targetUser.email } as const
    await writeAudit(tx, { actor: user, from, action: 'user.sign_out', subject, before })
  })
  return { msg: 'The user was logged out on all devices' }
}
