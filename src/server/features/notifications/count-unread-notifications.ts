import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { notifications } from '#server/platform/db/schema.ts'

export function countUnreadNotifications(db: Db | Tx, userId: number): Promise<number> {
  return db.$count(notifications, and(eq(notifications.userId, userId), isNull(notifications.readAt)))
}
