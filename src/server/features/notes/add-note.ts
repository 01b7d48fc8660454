import { count, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Tx } from '#server/platform/db/connect.ts'
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
    await requireRoom(tx, userId, material_id)
    const [added] = await tx.insert(notes).values({ userId, lessonId: material_id, seconds, text }).returning()
    if (!added) throw new Error('The note was not added')
    return { msg: toNote(added) }
  })
}

async function requireRoom(tx: Tx, userId: number, lessonId: number): Promise<void> {
  const ofCourse = sql`${lessons.courseId} = (select l.course_id from ${lessons} l where l.id = ${lessonId})`
  const [counts] = await tx
    .select({
      lesson: sql<string>`count(*) filter (where ${notes.lessonId} = ${lessonId})`,
      course: sql<string>`count(*) filter (where ${ofCourse})`,
      all: count(),
    })
    .from(notes)
    .innerJoin(lessons, eq(lessons.id, notes.lessonId))
    .where(eq(notes.userId, userId))
  const limits = [
    { owner: 'A lesson', total: counts?.lesson, limit: LIMITS.notesPerLesson },
    { owner: 'A course', total: counts?.course, limit: LIMITS.notesPerCourse },
    { owner: 'An account', total: counts?.all, limit: LIMITS.notesPerUser },
  ]
  const reached = limits.find(({ total, limit }) => Number(total) >= limit)
  if (!reached) return
  const text = `${reached.owner} can have at most ${reached.limit.toLocaleString('en-US')} notes`
  throw new AppError('invalid_input', { text })
}
