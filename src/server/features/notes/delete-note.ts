import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { notes } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requireOwnNote } from './note-access.ts'

export const deleteNote: Handler<'deleteNote'> = async ({ db, user }, { note_id }) => {
  await requireOwnNote(db, user, note_id)
  const removed = await db.delete(notes).where(eq(notes.id, note_id)).returning({ id: notes.id })
  if (removed.length === 0) throw new AppError('note_not_found')
  return { msg: 'The note was deleted' }
}
