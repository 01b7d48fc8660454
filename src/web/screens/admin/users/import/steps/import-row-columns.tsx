import { Icon } from '#web/ui/icons/icon.tsx'
import type { Column } from '#web/ui/list/table-row.tsx'
import { getRowProblems, type ImportRow } from '../parse/check-rows.ts'
import { COLUMN_TITLES, IMPORT_COLUMNS, type ImportColumn } from '../parse/import-columns.ts'

/** Narrow screens show one column with all fields. */
export const ROW_TEMPLATE =
  'grid-cols-[2.75rem_minmax(0,1fr)_1.5rem] @4xl:grid-cols-[2.75rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.7fr)_minmax(0,1fr)_minmax(0,0.8fr)_minmax(0,1fr)]'

const WIDE_ONLY = '@max-4xl:hidden'
const NARROW_ONLY = '@4xl:hidden'
/** An unclosed quote puts the rest of the file into one field. */
const MAX_CHARACTERS = 300

export const ROW_COLUMNS: readonly Column<ImportRow>[] = [
  {
    key: 'number',
    title: 'Row',
    isNumeric: true,
    renderCell: ({ number }) => <span className="text-muted">{number}</span>,
  },
  { key: 'user', title: 'User', className: NARROW_ONLY, renderCell: (row) => <UserCell row={row} /> },
  ...IMPORT_COLUMNS.map((column) => ({
    key: column,
    title: COLUMN_TITLES[column],
    className: WIDE_ONLY,
    renderCell: (row: ImportRow) => <FieldCell row={row} column={column} />,
  })),
  { key: 'status', title: 'Status', className: WIDE_ONLY, renderCell: (row) => <StatusCell row={row} /> },
  {
    key: 'status-icon',
    title: 'Status',
    isTitleHidden: true,
    className: NARROW_ONLY,
    renderCell: (row) => <StatusIcon isReady={row.user !== null} />,
  },
]

function FieldCell({ row: { fields, problems }, column }: { row: ImportRow; column: ImportColumn }) {
  const problem = problems[column]
  return (
    <>
      <p className={`truncate ${problem ? 'text-danger' : ''}`}>
        {fields[column].slice(0, MAX_CHARACTERS) || <span className="text-muted">–</span>}
      </p>
      {problem && <p className="text-xs text-danger">{problem}</p>}
    </>
  )
}

function UserCell({ row }: { row: ImportRow }) {
  const { first_name, last_name, email, birthdate, gender } = row.fields
  return (
    <>
      <p className="truncate font-medium">{`${first_name} ${last_name}`.trim().slice(0, MAX_CHARACTERS) || '–'}</p>
      <p className="truncate text-xs text-muted">
        {[email, birthdate, gender].filter(Boolean).join(' · ').slice(0, MAX_CHARACTERS)}
      </p>
      {getRowProblems(row).map((problem) => (
        <p key={problem} className="text-xs text-danger">
          {problem}
        </p>
      ))}
    </>
  )
}

function StatusCell({ row }: { row: ImportRow }) {
  const isReady = row.user !== null
  return (
    <>
      <p className={`flex items-center gap-1.5 ${isReady ? 'text-success' : 'text-danger'}`}>
        <Icon name={isReady ? 'check' : 'alert'} size={16} />
        {isReady ? 'Ready' : 'Problem'}
      </p>
      {row.problem && <p className="text-xs text-danger">{row.problem}</p>}
    </>
  )
}

function StatusIcon({ isReady }: { isReady: boolean }) {
  return (
    <span className={isReady ? 'text-success' : 'text-danger'}>
      <Icon name={isReady ? 'check' : 'alert'} size={18} />
      <span className="sr-only">{isReady ? 'Ready' : 'Problem'}</span>
    </span>
  )
}
