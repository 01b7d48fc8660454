import { eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { conversations, messages, users } from '#server/platform/db/schema.ts'
import { demoConversations, type DemoMessage } from './content/talk-content.ts'

const MINUTE_MS = 60_000

export async function seedConversations(db: Db, adminId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(inArray(users.email, Object.keys(demoConversations)))
    // Conversations are sorted by message id, so the most recent one is inserted last.
    const byLastMessage = rows
      .map(({ id, email }) => ({ id, messages: demoConversations[email] ?? [] }))
      .sort((a, b) => (b.messages.at(-1)?.minutesAgo ?? 0) - (a.messages.at(-1)?.minutesAgo ?? 0))
    for (const row of byLastMessage) await addConversation(tx, row.id, adminId, row.messages)
  })
}

async function addConversation(
  tx: Tx,
  studentId: number,
  adminId: number,
  demoMessages: readonly DemoMessage[],
): Promise<void> {
  const rows = await tx
    .insert(messages)
    .values(
      demoMessages.map(({ from, minutesAgo, text }) => ({
        studentId,
        senderId: from === 'student' ? studentId : adminId,
        receiverId: from === 'student' ? adminId : studentId,
        text,
        createdAt: new Date(Date.now() - minutesAgo * MINUTE_MS),
      })),
    )
    .returning({ id: messages.id })
  const lastMessageId = rows.at(-1)?.id
  if (lastMessageId === undefined) return
  // Without unread_since no email is sent: the demo addresses do not exist.
  const unreadByAdmins = demoMessages.every(({ from }) => from === 'student') ? demoMessages.length : 0
  const isUnanswered = demoMessages.at(-1)?.from === 'student'
  await tx.insert(conversations).values({ studentId, lastMessageId, isUnanswered, unreadByAdmins })
  await tx.update(users).set({ hasConversation: true }).where(eq(users.id, studentId))
}
