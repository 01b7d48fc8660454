import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toUser, getUserColumns } from '#server/platform/db/user-row.ts'

export const getUserData: Handler<'getUserData'> = async ({ db, user }, { id = user.student_id }) => {
  if (id !== user.student_id && user.role !== 'admin') throw new AppError('not_allowed')
  const [row] = await db.select(getUserColumns()).from(users).where(eq(users.id, id))
  if (!row) throw new AppError('user_not_found')
  return { msg: { data: [toUser(row)] } }
}
