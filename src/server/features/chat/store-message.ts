import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { conversations, messages, notifications, users } from '#server/platform/db/schema.ts'
import { countUnreadNotifications } from '#server/features/notifications/count-unread-notifications.ts'
import type { MessageRow } from './message-row.ts'

interface NewMessage {
  receiverId: number
  text: string
}

interface StoredMessage extends MessageRow {
  /** The student's notifications, after an admin's message. */
  unread?: number
}

/** Students write to admins and admins to students. Adds to the other end's unread count and to a student's notifications. */
export function storeMessage(tx: Db | Tx, user: User, message: NewMessage): Promise<StoredMessage> {
  if (user.role === 'student') return insertMessage(tx, user, message)
  return tx.transaction(async (inner) => {
    const row = await insertMessage(inner, user, message)
    await notifyReply(inner, row.studentId)
    return { ...row, unread: await countUnreadNotifications(inner, row.studentId) }
  })
}

/** One statement, because each more keeps others of the embedded database's only connection waiting. */
async function insertMessage(tx: Db | Tx, user: User, { receiverId, text }: NewMessage): Promise<MessageRow> {
  const senderId = user.student_id
  const studentId = user.role === 'student' ? senderId : receiverId
  const receiver = tx.$with('receiver', { role: sql`role` }).as(sql`
    select ${users.role} from ${users} where ${users.id} = ${receiverId}
  `)
  const message = tx.$with('message', { id: sql`id`, createdAt: sql`created_at` }).as(sql`
    insert into ${messages} (student_id, sender_id, receiver_id, text)
    select ${studentId}::bigint, ${senderId}::bigint, ${receiverId}::bigint, ${text} from receiver
    where role <> ${user.role} returning *
  `)
  const [row] = await runPrepared(
    tx
      .with(receiver, message, updateConversation(tx, user.role), markFirstMessage(tx))
      .select({
        id: sql<number | null>`message.id`.mapWith(messages.id),
        createdAt: sql<Date | null>`message.created_at`.mapWith(messages.createdAt),
      })
      .from(receiver)
      .leftJoin(message, sql`true`),
  )
  if (!row) throw new AppError('user_not_found')
  if (row.id === null || row.createdAt === null) throw new AppError('not_allowed')
  return { id: row.id, studentId, senderId, receiverId, text, createdAt: row.createdAt }
}

/** Reads `message`, the statement before it. */
function updateConversation(tx: Db | Tx, senderRole: User['role']) {
  const isFromStudent = senderRole === 'student'
  const [unread, since] = isFromStudent
    ? [conversations.unreadByAdmins, conversations.adminsWaitSince]
    : [conversations.unreadByStudent, conversations.studentWaitsSince]
  const [unreadName, sinceName] = [sql.identifier(unread.name), sql.identifier(since.name)]
  return tx.$with('conversation', { studentId: sql`student_id` }).as(sql`
    insert into ${conversations} (student_id, last_message_id, is_unanswered, ${unreadName}, ${sinceName})
    select student_id, id, ${isFromStudent}::boolean, 1, now() from message
    on conflict (student_id) do update set
      last_message_id = greatest(${conversations.lastMessageId}, excluded.last_message_id),
      is_unanswered = case when excluded.last_message_id > ${conversations.lastMessageId}
        then excluded.is_unanswered else ${conversations.isUnanswered} end,
      ${unreadName} = ${unread} + 1, ${sinceName} = coalesce(${since}, now())
    returning student_id
  `)
}

/** Reads `message`. */
function markFirstMessage(tx: Db | Tx) {
  return tx.$with('first_message', { id: sql`id` }).as(sql`
    update ${users} set has_conversation = true from message
    where ${users.id} = message.student_id and not ${users.hasConversation} returning ${users.id}
  `)
}

/** One unread notification covers any number of answers. It is the newest again with each. */
async function notifyReply(tx: Tx, studentId: number): Promise<void> {
  const { userId, kind, readAt } = notifications
  await tx.delete(notifications).where(and(eq(userId, studentId), eq(kind, 'chat-answer'), isNull(readAt)))
  await tx.insert(notifications).values({ userId: studentId, kind: 'chat-answer' })
}
