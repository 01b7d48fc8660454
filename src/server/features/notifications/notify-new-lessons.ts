import { and, count, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { notifications } from '#server/platform/db/schema.ts'
import type { Services } from '#server/pipeline/services.ts'

/** Further students see the new count with their next request. */
const MAX_LIVE_RECIPIENTS = 500

/** Adds one unread notification per student with access and course. Returns the ids of the notified students. */
export async function notifyNewLessons(tx: Tx, course: { id: number; title: string }): Promise<number[]> {
  const { rows } = await tx.execute<{ user_id: string }>(sql`
    insert into notifications (user_id, kind, title, course_id)
    select e.user_id, 'new-lesson', ${course.title}, ${course.id}
    from enrollments e
    where e.course_id = ${course.id} and e.access_until > now() and not exists (
      select 1 from notifications n
      where n.user_id = e.user_id and n.course_id = ${course.id} and n.kind = 'new-lesson' and n.read_at is null
    )
    returning user_id
  `)
  return rows.map(({ user_id }) => Number(user_id))
}

/** Call after the commit. */
export async function pushUnreadCounts(db: Db, live: Services['live'], userIds: readonly number[]): Promise<void> {
  const recipientIds = userIds.slice(0, MAX_LIVE_RECIPIENTS)
  if (recipientIds.length === 0) return
  const rows = await db
    .select({ userId: notifications.userId, unread: count() })
    .from(notifications)
    .where(and(inArray(notifications.userId, recipientIds), isNull(notifications.readAt)))
    .groupBy(notifications.userId)
  for (const { userId, unread } of rows) live.sendToUser(userId, { type: 'notifications', unread })
}
