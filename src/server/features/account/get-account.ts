import type { Handler } from '#server/pipeline/handler.ts'
import { findActiveSessions } from './find-active-sessions.ts'
import { readAccount } from './read-account.ts'

export const getAccount: Handler<'getAccount'> = async ({ db, user, session, settings }) => ({
  msg: {
    ...(await readAccount(db, user, settings)),
    sessions: await findActiveSessions(db, user.student_id, session.current?.tokenHash),
  },
})
