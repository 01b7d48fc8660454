import { inArray } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/connect.ts'
import { blogs, comments, conversations, messages, users } from '#server/db/schema.ts'
import { demoComments, demoConversations, type DemoMessage } from './talk-content.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

type IdByEmail = (email: string) => number

/** What the demo academy's people wrote under the posts, and with this admin in the chat. */
export async function seedTalk(db: Db, adminId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const emails = [...Object.keys(demoConversations), ...Object.values(demoComments).flatMap((some) => some.map(({ by }) => by))]
    const rows = await tx.select({ id: users.id, email: users.email }).from(users).where(inArray(users.email, emails))
    const idOf: IdByEmail = (email) => {
      const row = rows.find((one) => one.email === email)
      if (!row) throw new Error(`There is no demo student ${email}`)
      return row.id
    }
    await addComments(tx, idOf)
    for (const [email, said] of Object.entries(demoConversations)) await addConversation(tx, idOf(email), adminId, said)
  })
}

async function addComments(tx: Tx, idOf: IdByEmail): Promise<void> {
  const posts = await tx.select({ id: blogs.id, title: blogs.title, createdAt: blogs.createdAt }).from(blogs)
  const written = posts.flatMap(({ id, title, createdAt }) =>
    (demoComments[title] ?? []).map(({ by, afterDays, text }) => ({
      blogId: id,
      userId: idOf(by),
      text,
      createdAt: new Date(Math.min(Date.now(), createdAt.getTime() + afterDays * DAY_MS)),
    })),
  )
  // Newest first is by id: they are added in the order in which they were written.
  written.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  if (written.length > 0) await tx.insert(comments).values(written)
}

async function addConversation(tx: Tx, studentId: number, adminId: number, said: readonly DemoMessage[]): Promise<void> {
  const rows = await tx
    .insert(messages)
    .values(
      said.map(({ from, minutesAgo, text }) => ({
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
  const unreadByAdmins = said.every(({ from }) => from === 'student') ? said.length : 0
  await tx.insert(conversations).values({ studentId, lastMessageId, unreadByAdmins })
}
