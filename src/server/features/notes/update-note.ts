import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { notes } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toNote } from './note-row.ts'
import { requireOwnNote } from './note-access.ts'

export const updateNote: Handler<'updateNote'> = async ({ db, user }, { note_id, text }) => {
  await requireOwnNote(db, user, note_id)
  const [note] = await db.update(notes).set({ text }).where(eq(notes.id, note_id)).returning()
  if (!note) throw new AppError('note_not_found')
  return { msg: toNote(note) }
}
