import { getTableColumns, sql } from 'drizzle-orm'
import type { Notification } from '#contract/schemas/notifications.ts'
import { courses, notifications } from '#server/platform/db/schema.ts'

/** Needs a left join with the courses. */
export const getNotificationColumns = () => ({
  ...getTableColumns(notifications),
  courseTitle: sql<string>`coalesce(${courses.title}, '')`,
})

export function toNotification(row: typeof notifications.$inferSelect & { courseTitle: string }): Notification {
  return {
    notification_id: row.id,
    kind: row.kind,
    title: row.title,
    course_id: row.courseId,
    course_title: row.courseTitle,
    material_id: row.lessonId,
    created_date: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
  }
}
