import { eq } from 'drizzle-orm'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { sessions } from '#server/platform/db/schema.ts'

export const endOtherSessions: Handler<'endOtherSessions'> = async ({ db, user, from, session }) => {
  await db.transaction(async (tx) => {
    const count = await tx.$count(sessions, eq(sessions.userId, user.student_id))
    await endSessions(tx, user.student_id, { except: session, keepsEmailChange: true })
    const [before, after] = [{ sessions: count }, { sessions: 1 }]
    if (count > 1) await auditOwnAccount(tx, { user, from, action: 'user.end_sessions', before, after })
  })
  return { msg: 'You were logged out on all other devices' }
}
