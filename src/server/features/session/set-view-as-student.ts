import { and, eq, ne } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { sessions } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

export const setViewAsStudent: Handler<'setViewAsStudent'> = async (context, { on }) => {
  const { db, user, from, viewsAsStudent, session } = context
  if ((user.role !== 'admin' && !viewsAsStudent) || !session.current) throw new AppError('not_allowed')
  const currentSession = eq(sessions.tokenHash, Buffer.from(session.current.tokenHash, 'base64'))
  const text = on ? 'Started viewing the site as a student' : 'Stopped viewing the site as a student'
  await db.transaction(async (tx) => {
    const switched = await tx
      .update(sessions)
      .set({ asStudent: on })
      .where(and(currentSession, ne(sessions.asStudent, on)))
      .returning({ id: sessions.id })
    if (switched.length === 0) return
    await writeLog(tx, { kind: 'user', message: text, email: user.email, studentId: user.student_id })
    // Has the role student during the view.
    const admin = { ...user, role: 'admin' } as const
    const action = on ? 'user.view_as_student' : 'user.view_as_admin'
    await auditOwnAccount(tx, { user: admin, from, action, before: { asStudent: !on }, after: { asStudent: on } })
  })
  return { msg: on ? 'You are viewing the site as a student' : 'You are viewing the site as an admin' }
}
