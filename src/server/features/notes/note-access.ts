import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { notes } from '#server/platform/db/schema.ts'
import { requireOpenLesson } from '#server/features/lessons/lesson-access.ts'

/** Notes are for the students of a course, also those of a preview. */
export async function requireNoteLesson(db: Pick<Db, 'select'>, user: User, lessonId: number): Promise<void> {
  const { isEnrolled } = await requireOpenLesson(db, user, lessonId)
  if (!isEnrolled) throw new AppError('not_enrolled')
}

/** Another student's note is answered like one that does not exist. */
export async function requireOwnNote(db: Pick<Db, 'select'>, user: User, noteId: number): Promise<void> {
  const [note] = await db
    .select({ lessonId: notes.lessonId })
    .from(notes)
    .where(and(eq(notes.id, noteId), eq(notes.userId, user.student_id)))
  if (!note) throw new AppError('note_not_found')
  await requireNoteLesson(db, user, note.lessonId)
}
