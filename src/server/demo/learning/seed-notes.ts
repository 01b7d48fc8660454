import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { lessons, notes } from '#server/platform/db/schema.ts'
import { daysAgo } from '#server/demo/days-ago.ts'
import { demoNotes } from './notes-content.ts'

export async function seedNotes(tx: Tx, userId: number): Promise<void> {
  for (const [index, { lesson: title, seconds, text }] of demoNotes.entries()) {
    const [lesson] = await tx.select({ id: lessons.id }).from(lessons).where(eq(lessons.title, title))
    if (!lesson) throw new Error(`The demo note is about “${title}”, which was not added`)
    const createdAt = daysAgo(10 - index)
    await tx.insert(notes).values({ userId, lessonId: lesson.id, seconds, text, createdAt })
  }
}
