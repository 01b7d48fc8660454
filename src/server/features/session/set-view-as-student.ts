import { and, eq, ne } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { sessions } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

export const setViewAsStudent: Handler<'setViewAsStudent'> = async ({ db, user, viewsAsStudent, session }, { on }) => {
  if ((user.role !== 'admin' && !viewsAsStudent) || !session.current) throw new AppError('not_allowed')
  const currentSession = eq(sessions.tokenHash, Buffer.from(session.current.tokenHash, 'base64'))
  const text = on ? 'Started viewing the site as a student' : 'Stopped viewing the site as a student'
  await db.transaction(async (tx) => {
    const switched = await tx
      .update(sessions)
      .set({ asStudent: on })
      .where(and(currentSession, ne(sessions.asStudent, on)))
      .returning({ id: sessions.id })
    if (switched.length > 0)
      await writeLog(tx, { kind: 'user', message: text, email: user.email, studentId: user.student_id })
  })
  return { msg: on ? 'You are viewing the site as a student' : 'You are viewing the site as an admin' }
}
