import { eq } from 'drizzle-orm'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const setChatMails: Handler<'setChatMails'> = async ({ db, user }, { chatMails }) => {
  await db.update(users).set({ chatMails }).where(eq(users.id, user.student_id))
  return { msg: chatMails ? 'Email notifications are on' : 'Email notifications are off' }
}
