import { desc, eq, sql } from 'drizzle-orm'
import { NOTIFICATION_PREVIEW_LENGTH, NOTIFICATIONS_PER_PAGE } from '#contract/limits.ts'
import { courses, messages, notifications } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { getNotificationColumns, toNotification } from './notification-row.ts'
import { countUnreadNotifications } from './count-unread-notifications.ts'

export const getNotifications: Handler<'getNotifications'> = async ({ db, user }, { page }) => {
  const found = await db
    .select({ ...getNotificationColumns(), preview: messagePreview })
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
      notifications: rows.map((row) => ({ ...toNotification(row), ...(row.preview && { preview: row.preview }) })),
    },
    nextPage,
  }
}

/** Of the message that a reply in chat tells of: the two are stored at the same time. */
const messagePreview = sql<string | null>`
  case when ${notifications.kind} = 'chat-answer' then (
    select case
      when char_length(${messages.text}) > ${NOTIFICATION_PREVIEW_LENGTH}::int
      then rtrim(left(${messages.text}, ${NOTIFICATION_PREVIEW_LENGTH}::int)) || '…' else ${messages.text} end
    from ${messages}
    where ${messages.studentId} = ${notifications.userId} and ${messages.senderId} <> ${messages.studentId}
      and ${messages.createdAt} <= ${notifications.createdAt}
    order by ${messages.id} desc limit 1
  ) end
`
