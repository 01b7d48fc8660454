import { and, count, eq, gt, isNull, min, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { conversations, messages, notifications } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { countUnreadNotifications } from '#server/features/notifications/count-unread-notifications.ts'
import { resolveConversationStudent } from './resolve-conversation-student.ts'

export const markRead: Handler<'markRead'> = async ({ db, user, live }, { student_id, msg_id }) => {
  const studentId = await resolveConversationStudent(db, user, [student_id])
  const isStudent = user.role === 'student'
  const unread = await db.transaction(async (tx) => {
    const remaining = await markReadUpTo(tx, studentId, msg_id, isStudent)
    if (isStudent && remaining === 0) await markReplyNotificationRead(tx, studentId)
    return remaining
  })
  const read = { type: 'read', student_id: studentId, msg_id, unread } as const
  if (isStudent) {
    live.sendToUser(studentId, read)
    live.sendToUser(studentId, { type: 'notifications', unread: await countUnreadNotifications(db, studentId) })
  } else {
    live.sendToAdmins(read)
  }
  return { msg: { unread } }
}

/** Counts the messages after this one. Reading an older one again leaves the count as it is. */
async function markReadUpTo(tx: Tx, studentId: number, messageId: number, isStudent: boolean): Promise<number> {
  const conversationFilter = eq(conversations.studentId, studentId)
  // Locked, so that a message sent at the same time is counted after this.
  const [conversation] = await tx
    .select({ unread: isStudent ? conversations.unreadByStudent : conversations.unreadByAdmins })
    .from(conversations)
    .where(conversationFilter)
    .for('update')
  if (!conversation || conversation.unread === 0) return 0
  const isFromOtherSide = isStudent ? ne(messages.senderId, studentId) : eq(messages.senderId, studentId)
  const [laterMessages] = await tx
    .select({ count: count(), since: min(messages.createdAt) })
    .from(messages)
    .where(and(eq(messages.studentId, studentId), gt(messages.id, messageId), isFromOtherSide))
  const unread = Math.min(conversation.unread, laterMessages?.count ?? 0)
  const since = unread === 0 ? null : (laterMessages?.since ?? null)
  await tx
    .update(conversations)
    .set(
      isStudent
        ? { unreadByStudent: unread, studentWaitsSince: since }
        : { unreadByAdmins: unread, adminsWaitSince: since },
    )
    .where(conversationFilter)
  return unread
}

async function markReplyNotificationRead(tx: Tx, studentId: number): Promise<void> {
  await tx
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(
      and(eq(notifications.userId, studentId), eq(notifications.kind, 'chat-answer'), isNull(notifications.readAt)),
    )
}
