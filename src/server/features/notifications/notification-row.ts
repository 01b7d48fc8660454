import type { Notification } from '#contract/schemas/notifications.ts'
import type { notifications } from '#server/platform/db/schema.ts'

export function toNotification(row: typeof notifications.$inferSelect): Notification {
  return {
    notification_id: row.id,
    kind: row.kind,
    title: row.title,
    course_id: row.courseId,
    created_date: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
  }
}
