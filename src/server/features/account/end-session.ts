import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { sessions } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { endTrust } from '#server/features/two-factor/trusted-browsers.ts'
import { getDeviceName } from './device-name.ts'

export const endSession: Handler<'endSession'> = async ({ db, user, from }, { session_id }) => {
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, session_id), eq(sessions.userId, user.student_id)))
      .returning({ userAgent: sessions.userAgent })
    if (!ended) throw new AppError('session_not_found')
    // That device may be trusted to skip the second step; which one it is, no row says.
    await endTrust(tx, user.student_id)
    const before = { device: getDeviceName(ended.userAgent) }
    await auditOwnAccount(tx, { user, from, action: 'user.end_sessions', before })
  })
  return { msg: 'That device was logged out' }
}
