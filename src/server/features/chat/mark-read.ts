import { and, count, eq, gt, isNull, min, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { conversations, messages, notifications } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { unreadNotifications } from '#server/features/notifications/unread-notifications.ts'
import { whoseConversation } from './whose-conversation.ts'

export const markRead: Handler<'markRead'> = async ({ db, user, live }, { student_id, msg_id }) => {
  const studentId = await whoseConversation(db, user, [student_id])
  const isStudent = user.role === 'student'
  const unread = await db.transaction(async (tx) => {
    const left = await readUpTo(tx, studentId, msg_id, isStudent)
    if (isStudent && left === 0) await silenceBell(tx, studentId)
    return left
  })
  const read = { type: 'read', student_id: studentId, msg_id, unread } as const
  if (isStudent) {
    live.toUser(studentId, read)
    live.toUser(studentId, { type: 'notifications', unread: await unreadNotifications(db, studentId) })
  } else {
    live.toAdmins(read)
  }
  return { msg: { unread } }
}

/** Counts what came after the message: reading an old one again makes nothing unread. */
async function readUpTo(tx: Tx, studentId: number, messageId: number, isStudent: boolean): Promise<number> {
  const mine = eq(conversations.studentId, studentId)
  // Locked, so that a message that comes meanwhile is counted after this.
  const [before] = await tx
    .select({ unread: isStudent ? conversations.unreadByStudent : conversations.unreadByAdmins })
    .from(conversations)
    .where(mine)
    .for('update')
  if (!before || before.unread === 0) return 0
  const fromOtherEnd = isStudent ? ne(messages.senderId, studentId) : eq(messages.senderId, studentId)
  const [later] = await tx
    .select({ count: count(), since: min(messages.createdAt) })
    .from(messages)
    .where(and(eq(messages.studentId, studentId), gt(messages.id, messageId), fromOtherEnd))
  const unread = Math.min(before.unread, later?.count ?? 0)
  const since = unread === 0 ? null : (later?.since ?? null)
  await tx
    .update(conversations)
    .set(
      isStudent
        ? { unreadByStudent: unread, studentWaitsSince: since }
        : { unreadByAdmins: unread, adminsWaitSince: since },
    )
    .where(mine)
  return unread
}

async function silenceBell(tx: Tx, studentId: number): Promise<void> {
  await tx
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(
      and(eq(notifications.userId, studentId), eq(notifications.kind, 'chat-answer'), isNull(notifications.readAt)),
    )
}
