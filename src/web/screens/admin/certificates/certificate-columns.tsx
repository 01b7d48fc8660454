import { Link } from '#web/ui/link.tsx'
import { certificatePath, userPath } from '#contract/paths/record-paths.ts'
import type { CallOutput } from '#contract/contract.ts'
import { CertificateStatus } from '#web/features/certificates/certificate-status.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import type { Column } from '#web/ui/list/table-row.tsx'

export type CertificateRow = CallOutput<'getCertificates'>[number]

/** Small screens show the rest below the name. */
export const CERTIFICATE_TEMPLATE =
  'grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem_6rem_15.5rem]'

interface Actions {
  onRevoke: (certificate: CertificateRow) => void
  onReplace: (certificate: CertificateRow) => void
}

export const getCertificateColumns = (actions: Actions): readonly Column<CertificateRow>[] => [
  { key: 'name', title: 'Name', renderCell: (row) => <NameCell row={row} actions={actions} /> },
  {
    key: 'course',
    title: 'Course or path',
    className: 'max-xl:hidden',
    renderCell: ({ course_title }) => (
      <p dir="auto" className="line-clamp-2">
        {course_title}
      </p>
    ),
  },
  {
    key: 'issued',
    title: 'Issued',
    className: 'max-xl:hidden',
    renderCell: ({ issued_date }) => <time dateTime={issued_date}>{formatMediumDate(issued_date)}</time>,
  },
  {
    key: 'status',
    title: 'Status',
    className: 'max-xl:hidden',
    renderCell: ({ status }) => <CertificateStatus status={status} />,
  },
  {
    key: 'actions',
    title: 'Actions',
    className: 'max-xl:hidden',
    renderCell: (row) => <RowActions row={row} {...actions} />,
  },
]

function NameCell({ row, actions }: { row: CertificateRow; actions: Actions }) {
  return (
    <div className="min-w-0">
      <Link
        to={certificatePath(row.certificate_id)}
        dir="auto"
        className="font-medium wrap-anywhere underline-offset-4 hover:underline"
      >
        {row.name}
      </Link>
      <p className="truncate text-xs text-muted">
        {row.student_id === null ? (
          'Account deleted'
        ) : (
          <Link to={userPath({ student_id: row.student_id })} className="hover:underline">
            {row.email}
          </Link>
        )}
      </p>
      <div className="mt-1.5 space-y-2 xl:hidden">
        <p dir="auto" className="line-clamp-2 text-xs text-muted">
          {row.course_title}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          <CertificateStatus status={row.status} />
          <time dateTime={row.issued_date}>{formatMediumDate(row.issued_date)}</time>
        </p>
        <RowActions row={row} {...actions} />
      </div>
    </div>
  )
}

function RowActions({ row, onRevoke, onReplace }: Actions & { row: CertificateRow }) {
  if (row.status !== 'valid') return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" onClick={() => onReplace(row)}>
        Correct name
        <span className="sr-only"> of {row.name}</span>
      </Button>
      <Button variant="danger" size="sm" onClick={() => onRevoke(row)}>
        Revoke
        <span className="sr-only"> the certificate of {row.name}</span>
      </Button>
    </div>
  )
}
