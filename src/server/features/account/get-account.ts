import type { Handler } from '#server/pipeline/handler.ts'
import { ownSessions } from './own-sessions.ts'
import { readAccount } from './read-account.ts'

export const getAccount: Handler<'getAccount'> = async ({ db, user, session }) => ({
  msg: {
    ...(await readAccount(db, user.student_id)),
    sessions: await ownSessions(db, user.student_id, session.current?.tokenHash),
  },
})
