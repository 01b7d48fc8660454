import { and, desc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Submission } from '#contract/schemas/learning/submissions.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { toSubmission } from '#server/features/assignments/submission-row.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { lessons, submissions } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { sanitizeStoredHtml } from '#server/platform/html/sanitize-post-html.ts'
import { requireOpenLesson } from './lesson-access.ts'

export const getLesson: Handler<'getLesson'> = async ({ db, user }, { material_id }) => {
  await requireOpenLesson(db, user, material_id)
  const [row] = await db
    .select({
      title: lessons.title,
      subtitle: lessons.subtitle,
      kind: lessons.kind,
      url: lessons.url,
      captionsUrl: lessons.captionsUrl,
      fileName: lessons.fileName,
      content: lessons.content,
      form: lessons.submissionForm,
    })
    .from(lessons)
    .where(eq(lessons.id, material_id))
  if (!row) throw new AppError('lesson_not_found')
  const { title, subtitle, kind, url } = row
  const hasText = kind === 'article' || kind === 'assignment'
  return {
    msg: {
      material_id,
      title,
      subtitle,
      kind,
      url,
      captions: row.captionsUrl,
      file_name: row.fileName,
      content: hasText ? sanitizeStoredHtml(row.content) : '',
      assignment:
        kind === 'assignment' ? { form: row.form, submissions: await findOwnSubmissions(db, user, material_id) } : null,
    },
  }
}

/** Newest first; none of a visitor. */
async function findOwnSubmissions(db: Db, user: User | null, lessonId: number): Promise<Submission[]> {
  if (!user) return []
  const rows = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.userId, user.student_id), eq(submissions.lessonId, lessonId)))
    .orderBy(desc(submissions.id))
  return rows.map(toSubmission)
}
