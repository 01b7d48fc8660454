import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { sessions } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const endSession: Handler<'endSession'> = async ({ db, user }, { session_id }) => {
  const ended = await db.transaction((tx) =>
    tx
      .delete(sessions)
      .where(and(eq(sessions.id, session_id), eq(sessions.userId, user.student_id)))
      .returning({ id: sessions.id }),
  )
  if (ended.length === 0) throw new AppError('session_not_found')
  return { msg: 'That device was signed out' }
}
