import type { Submission } from '#contract/schemas/learning/submissions.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { formatDate } from '#web/ui/format/format-date.ts'

const STATUSES = {
  waiting: { label: 'Waiting for feedback', className: 'text-muted' },
  accepted: { label: 'Accepted', className: 'text-success' },
  returned: { label: 'Try again', className: 'text-danger' },
} as const

/** What a student handed in, and what the admin answered. */
export function SubmissionCard({ submission }: { submission: Submission }) {
  const { text, file_url, file_name, submitted_date, feedback, status } = submission
  return (
    <li className="rounded-card border border-border bg-bg p-4 sm:p-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className={`font-semibold ${STATUSES[status].className}`}>{STATUSES[status].label}</span>
        <span className="text-sm text-muted">Handed in on {formatDate(submitted_date)}</span>
      </p>
      {text && <p className="mt-3 break-words whitespace-pre-line">{text}</p>}
      {file_url && (
        <p className="mt-3">
          <a href={file_url} download={file_name} className="inline-flex items-center gap-2 text-accent-text underline">
            <AnyIcon name="download" size={18} />
            {file_name}
          </a>
        </p>
      )}
      {feedback && (
        <div className="mt-4 border-l-4 border-accent-text pl-4">
          <p className="text-sm font-medium text-muted">Feedback</p>
          <p className="mt-1 break-words whitespace-pre-line">{feedback}</p>
        </div>
      )}
    </li>
  )
}
