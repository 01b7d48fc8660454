import { desc, eq } from 'drizzle-orm'
import { NOTIFICATIONS_PER_PAGE } from '#contract/limits.ts'
import { courses, notifications } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { getNotificationColumns, toNotification } from './notification-row.ts'
import { countUnreadNotifications } from './count-unread-notifications.ts'

export const getNotifications: Handler<'getNotifications'> = async ({ db, user }, { page }) => {
  const found = await db
    .select(getNotificationColumns())
    .from(notifications)
    .leftJoin(courses, eq(courses.id, notifications.courseId))
    .where(eq(notifications.userId, user.student_id))
    .orderBy(desc(notifications.id))
    .limit(NOTIFICATIONS_PER_PAGE + 1)
    .offset((page - 1) * NOTIFICATIONS_PER_PAGE)
  const { rows, nextPage } = paginate(found, page, NOTIFICATIONS_PER_PAGE)
  return {
    msg: {
      unread: await countUnreadNotifications(db, user.student_id),
      notifications: rows.map(toNotification),
    },
    nextPage,
  }
}
