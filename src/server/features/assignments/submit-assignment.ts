import { and, desc, eq, sql } from 'drizzle-orm'
import type { SUBMISSION_FORMS } from '#contract/choices.ts'
import type { ParsedInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { lockOwnEnrollment } from '#server/features/enrollments/lock-enrollment.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { learningEvents, lessons, submissions } from '#server/platform/db/schema.ts'
import { requireAssignment } from './require-assignment.ts'
import { getFileAuthor } from './submission-files.ts'
import { toSubmission } from './submission-row.ts'

/** Hands in a text, a file or both. What still waits for its grade is replaced, under a new id: nobody grades what they have not read. */
export const submitAssignment: Handler<'submitAssignment'> = async ({ db, user, submissionFiles }, input) => {
  const userId = user.student_id
  // Outside of the transaction, whose locks must not wait for the file store.
  const isFileThere = await markFileInUse(userId, input.file_url, submissionFiles)
  const row = await db.transaction(async (tx) => {
    const { lessonId, courseId, title, courseTitle } = await requireAssignment(tx, user, input.material_id)
    await lockOwnEnrollment(tx, userId, courseId)
    requireParts(await readForm(tx, lessonId), input)
    if (!isFileThere) throw new AppError('invalid_input', { text: 'The file no longer exists. Upload it again' })
    await replaceWaiting(tx, userId, lessonId)
    const { text, file_url: fileUrl, file_name: fileName } = input
    const [stored] = await tx
      .insert(submissions)
      .values({ userId, lessonId, text, fileUrl, fileName, submittedAt: sql`clock_timestamp()` })
      .returning()
    if (!stored) throw new Error('The submission was not stored')
    const data = { submission_id: stored.id }
    await tx.insert(learningEvents).values({ userId, courseId, lessonId, kind: 'assignment_submitted', data })
    const message = `Handed in “${title}” of “${courseTitle}”`
    await writeLog(tx, { kind: 'learning', message, email: user.email, studentId: userId })
    return stored
  })
  return { msg: toSubmission(row) }
}

/** With the enrollment's lock: an admin may have removed the lesson, or made it another kind, while it was waited for. */
async function readForm(tx: Tx, lessonId: number): Promise<(typeof SUBMISSION_FORMS)[number]> {
  const [row] = await tx
    .select({ form: lessons.submissionForm })
    .from(lessons)
    .where(and(eq(lessons.id, lessonId), eq(lessons.kind, 'assignment')))
  if (!row) throw new AppError('lesson_not_found')
  return row.form
}

function requireParts(
  form: (typeof SUBMISSION_FORMS)[number],
  { text, file_url, file_name }: ParsedInput<'submitAssignment'>,
): void {
  const refuse = (sentence: string) => {
    throw new AppError('invalid_input', { text: sentence })
  }
  if (form === 'text' && file_url !== '') refuse('This assignment takes a text only')
  if (form === 'file' && text !== '') refuse('This assignment takes a file only')
  if (form === 'text' && text === '') refuse('Write your answer')
  if (form === 'file' && file_url === '') refuse('Choose a file')
  if (text === '' && file_url === '') refuse('Write your answer or choose a file')
  if ((file_url === '') !== (file_name === '')) refuse('A file needs its name')
}

/** False for a file that is not there, or another student's. */
async function markFileInUse(
  userId: number,
  url: string,
  files: { markInUse(fileUrl: string): Promise<boolean> },
): Promise<boolean> {
  return url === '' || (getFileAuthor(url) === userId && (await files.markInUse(url)))
}

async function replaceWaiting(tx: Tx, userId: number, lessonId: number): Promise<void> {
  const [latest] = await tx
    .select({ id: submissions.id, status: submissions.status })
    .from(submissions)
    .where(and(eq(submissions.userId, userId), eq(submissions.lessonId, lessonId)))
    .orderBy(desc(submissions.id))
    .limit(1)
  if (latest?.status === 'accepted') throw new AppError('already_accepted')
  if (latest?.status === 'waiting') await tx.delete(submissions).where(eq(submissions.id, latest.id))
}
