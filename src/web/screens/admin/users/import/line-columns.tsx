import { Icon } from '#web/ui/icon.tsx'
import type { Column } from '#web/ui/list/infinite-table.tsx'
import type { Line } from './check-lines.ts'
import { COLUMN_TITLES, PEOPLE_COLUMNS, type PeopleColumn } from './people-columns.ts'
import { problemsOf } from './problems-of.ts'

/** Where there is no room for each field, a line is told in one. */
export const LINE_TEMPLATE =
  'grid-cols-[2.75rem_minmax(0,1fr)_1.5rem] @4xl:grid-cols-[2.75rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.7fr)_minmax(0,1fr)_minmax(0,0.8fr)_minmax(0,1fr)]'

const WIDE = '@max-4xl:hidden'
const NARROW = '@4xl:hidden'
/** A field may hold the rest of a file whose quotes are not closed. */
const SHOWN_CHARACTERS = 300

export const LINE_COLUMNS: readonly Column<Line>[] = [
  { key: 'number', title: 'Line', isNumber: true, cell: ({ number }) => <span className="text-muted">{number}</span> },
  { key: 'person', title: 'Person', className: NARROW, cell: (line) => <Person line={line} /> },
  ...PEOPLE_COLUMNS.map((column) => ({
    key: column,
    title: COLUMN_TITLES[column],
    className: WIDE,
    cell: (line: Line) => <FieldOf line={line} column={column} />,
  })),
  { key: 'state', title: 'State', className: WIDE, cell: (line) => <State line={line} /> },
  {
    key: 'mark',
    title: 'State',
    isTitleHidden: true,
    className: NARROW,
    cell: (line) => <Mark isReady={line.user !== null} />,
  },
]

function FieldOf({ line: { fields, problems }, column }: { line: Line; column: PeopleColumn }) {
  const problem = problems[column]
  return (
    <>
      <p className={`truncate ${problem ? 'text-danger' : ''}`}>
        {fields[column].slice(0, SHOWN_CHARACTERS) || <span className="text-muted">–</span>}
      </p>
      {problem && <p className="text-xs text-danger">{problem}</p>}
    </>
  )
}

function Person({ line }: { line: Line }) {
  const { first_name, last_name, email, birthdate, gender } = line.fields
  return (
    <>
      <p className="truncate font-medium">{`${first_name} ${last_name}`.trim().slice(0, SHOWN_CHARACTERS) || '–'}</p>
      <p className="truncate text-xs text-muted">
        {[email, birthdate, gender].filter(Boolean).join(' · ').slice(0, SHOWN_CHARACTERS)}
      </p>
      {problemsOf(line).map((problem) => (
        <p key={problem} className="text-xs text-danger">
          {problem}
        </p>
      ))}
    </>
  )
}

function State({ line }: { line: Line }) {
  const isReady = line.user !== null
  return (
    <>
      <p className={`flex items-center gap-1.5 ${isReady ? 'text-success' : 'text-danger'}`}>
        <Icon name={isReady ? 'check' : 'alert'} size={16} />
        {isReady ? 'Ready' : 'Problem'}
      </p>
      {line.problem && <p className="text-xs text-danger">{line.problem}</p>}
    </>
  )
}

function Mark({ isReady }: { isReady: boolean }) {
  return (
    <span className={isReady ? 'text-success' : 'text-danger'}>
      <Icon name={isReady ? 'check' : 'alert'} size={18} />
      <span className="sr-only">{isReady ? 'Ready' : 'Problem'}</span>
    </span>
  )
}
