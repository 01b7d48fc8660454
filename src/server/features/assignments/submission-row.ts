import type { Submission } from '#contract/schemas/learning/submissions.ts'
import type { submissions } from '#server/platform/db/schema.ts'

export type SubmissionRow = typeof submissions.$inferSelect

export function toSubmission(row: SubmissionRow): Submission {
  return {
    submission_id: row.id,
    text: row.text,
    file_url: row.fileUrl,
    file_name: row.fileName,
    submitted_date: row.submittedAt.toISOString(),
    status: row.status,
    feedback: row.feedback,
    graded_date: row.gradedAt?.toISOString() ?? null,
  }
}
