import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { conversations, messages, notifications, users } from '#server/platform/db/schema.ts'
import type { MessageRow } from './message-row.ts'

/** Students write to admins and admins to students. Adds to the other end's unread count and to a student's notifications. */
export async function storeMessage(
  tx: Tx,
  user: User,
  { receiverId, text }: { receiverId: number; text: string },
): Promise<MessageRow> {
  const [receiver] = await tx.select({ role: users.role }).from(users).where(eq(users.id, receiverId))
  if (!receiver) throw new AppError('user_not_found')
  if (receiver.role === user.role) throw new AppError('not_allowed')
  const studentId = user.role === 'student' ? user.student_id : receiverId
  const [message] = await tx
    .insert(messages)
    .values({ studentId, senderId: user.student_id, receiverId, text })
    .returning()
  if (!message) throw new Error('The message was not stored')
  await updateConversation(tx, message)
  if (user.role === 'admin') await notifyReply(tx, studentId)
  return message
}

async function updateConversation(tx: Tx, { id, studentId, senderId }: MessageRow): Promise<void> {
  const unreadUpdate =
    senderId === studentId
      ? {
          unreadByAdmins: sql`${conversations.unreadByAdmins} + 1`,
          adminsWaitSince: sql`coalesce(${conversations.adminsWaitSince}, now())`,
        }
      : {
          unreadByStudent: sql`${conversations.unreadByStudent} + 1`,
          studentWaitsSince: sql`coalesce(${conversations.studentWaitsSince}, now())`,
        }
  const initialUnread =
    senderId === studentId
      ? { unreadByAdmins: 1, adminsWaitSince: sql`now()` }
      : { unreadByStudent: 1, studentWaitsSince: sql`now()` }
  await tx
    .insert(conversations)
    .values({ studentId, lastMessageId: id, ...initialUnread })
    .onConflictDoUpdate({
      target: conversations.studentId,
      set: { lastMessageId: sql`greatest(${conversations.lastMessageId}, ${id})`, ...unreadUpdate },
    })
}

/** One unread notification covers any number of answers. */
async function notifyReply(tx: Tx, studentId: number): Promise<void> {
  const unread = and(
    eq(notifications.userId, studentId),
    eq(notifications.kind, 'chat-answer'),
    isNull(notifications.readAt),
  )
  const updated = await tx
    .update(notifications)
    .set({ createdAt: sql`now()` })
    .where(unread)
    .returning({ id: notifications.id })
  if (updated.length === 0) await tx.insert(notifications).values({ userId: studentId, kind: 'chat-answer' })
}
