import { inArray } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { conversations, messages, users } from '#server/platform/db/schema.ts'
import { demoConversations, type DemoMessage } from './talk-content.ts'

const MINUTE_MS = 60_000

/** What the demo academy's students and this admin wrote to each other. */
export async function seedConversations(db: Db, adminId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(inArray(users.email, Object.keys(demoConversations)))
    // Whoever wrote last has the newest message, and stands on top.
    const byLastMessage = rows
      .map(({ id, email }) => ({ id, said: demoConversations[email] ?? [] }))
      .sort((a, b) => (b.said.at(-1)?.minutesAgo ?? 0) - (a.said.at(-1)?.minutesAgo ?? 0))
    for (const { id, said: demoMessages } of byLastMessage) await addConversation(tx, id, adminId, demoMessages)
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
  // Who was never answered waits for the admin. No mail tells of it: nobody is really there.
  const unreadByAdmins = demoMessages.every(({ from }) => from === 'student') ? demoMessages.length : 0
  await tx.insert(conversations).values({ studentId, lastMessageId, unreadByAdmins })
}
