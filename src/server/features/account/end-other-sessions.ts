import type { Handler } from '#server/pipeline/handler.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'

export const endOtherSessions: Handler<'endOtherSessions'> = async ({ db, user, session }) => {
  await db.transaction((tx) => endSessions(tx, user.student_id, session))
  return { msg: 'You were signed out on all other devices' }
}
