import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import type { SUBMISSION_STATUSES } from '#contract/choices.ts'
import { formatTimeAgo } from '#web/ui/format/time-ago.ts'
import type { Column } from '#web/ui/list/table-row.tsx'
import type { StudentWork } from './submissions-screen.tsx'

/** Small screens show everything below the name. */
export const SUBMISSION_TEMPLATE =
  'grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_9rem_7rem]'

/** @param now when the list was loaded: the server and the browser must render the same text */
export const getSubmissionColumns = (now: number): Column<StudentWork>[] => [
  { key: 'student', title: 'Student', renderCell: (work) => <StudentCell work={work} now={now} /> },
  {
    key: 'assignment',
    title: 'Assignment',
    className: 'max-lg:hidden',
    renderCell: ({ material_title, course_title }) => (
      <>
        <p className="truncate">{material_title}</p>
        <p className="truncate text-xs text-muted">{course_title}</p>
      </>
    ),
  },
  {
    key: 'date',
    title: 'Handed in',
    className: 'max-lg:hidden',
    renderCell: ({ submitted_date }) => formatTimeAgo(submitted_date, now),
  },
  { key: 'status', title: 'Status', renderCell: ({ status }) => <SubmissionBadge status={status} /> },
]

function StudentCell({ work, now }: { work: StudentWork; now: number }) {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  params.set('submission', String(work.submission_id))
  return (
    <div className="min-w-0">
      {/* The link covers the whole row. */}
      <Link
        to={`?${params}`}
        className="block truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
      >
        {work.name}
      </Link>
      <p className="truncate text-xs text-muted max-lg:hidden">{work.email}</p>
      <p className="truncate text-xs text-muted lg:hidden">{work.material_title}</p>
      <p className="text-xs text-muted lg:hidden">{formatTimeAgo(work.submitted_date, now)}</p>
    </div>
  )
}

type Status = (typeof SUBMISSION_STATUSES)[number]

const BADGES: Record<Status, { text: string; className: string }> = {
  waiting: { text: 'Waiting', className: 'border-accent-text/50 bg-[var(--accent-wash)] text-accent-text' },
  accepted: { text: 'Accepted', className: 'border-success/50 bg-[var(--success-wash)] text-success' },
  returned: { text: 'Returned', className: 'border-border-strong text-muted' },
}

export function SubmissionBadge({ status }: { status: Status }) {
  const { text, className } = BADGES[status]
  return (
    <span
      className={`inline-block rounded-full border px-2.5 text-xs leading-5 font-semibold whitespace-nowrap ${className}`}
    >
      {text}
    </span>
  )
}
