import { and, eq, isNull, sql } from 'drizzle-orm'
import { notifications } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const readNotifications: Handler<'readNotifications'> = async ({ db, user, live }) => {
  await db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(eq(notifications.userId, user.student_id), isNull(notifications.readAt)))
  live.sendToUser(user.student_id, { type: 'notifications', unread: 0 })
  return { msg: 'All notifications were marked as read' }
}
