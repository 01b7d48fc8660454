import { and, count, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { lessons, notes, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requireNoteLesson } from './note-access.ts'
import { toNote } from './note-row.ts'

export const addNote: Handler<'addNote'> = async ({ db, user }, { material_id, seconds, text }) => {
  const userId = user.student_id
  return db.transaction(async (tx) => {
    // A lesson that is removed meanwhile would fail the insert. The user's lock comes last, as in every transaction.
    await tx.select({ id: lessons.id }).from(lessons).where(eq(lessons.id, material_id)).for('key share')
    await requireNoteLesson(tx, user, material_id)
    // One note after another, so that the limit holds for two at once.
    const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    if (!owner) throw new AppError('not_signed_in')
    const [{ total } = { total: 0 }] = await tx
      .select({ total: count() })
      .from(notes)
      .where(and(eq(notes.userId, userId), eq(notes.lessonId, material_id)))
    if (total >= LIMITS.notesPerLesson)
      throw new AppError('invalid_input', { text: `A lesson can have at most ${LIMITS.notesPerLesson} notes` })
    const [added] = await tx.insert(notes).values({ userId, lessonId: material_id, seconds, text }).returning()
    if (!added) throw new Error('The note was not added')
    return { msg: toNote(added) }
  })
}
