import { Link } from 'react-router'
import type { LogLine } from '#contract/schemas/system-log.ts'
import type { Column } from '#web/ui/list/infinite-table.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Small screens have the kind and the time below what was done. */
export const LOG_TEMPLATE =
  'grid-cols-[minmax(0,1fr)] lg:grid-cols-[10rem_6rem_minmax(0,1fr)] xl:grid-cols-[10rem_6rem_minmax(0,1fr)_minmax(0,18rem)]'

/** @param toPerson the address of this panel with one person's doings alone */
export function logColumns(toPerson: (studentId: number) => string): Column<LogLine>[] {
  return [
    { key: 'time', title: 'Time', className: 'max-lg:hidden', cell: ({ created_date }) => <When at={created_date} /> },
    { key: 'kind', title: 'Kind', className: 'max-lg:hidden', cell: ({ kind }) => <Kind kind={kind} /> },
    {
      key: 'message',
      title: 'What was done',
      cell: (line) => (
        <>
          <p className="wrap-anywhere">{line.message}</p>
          <p className="mt-0.5 text-xs text-muted xl:hidden">
            <Who line={line} toPerson={toPerson} />
          </p>
          <p className="mt-1.5 flex flex-wrap items-center gap-2 text-xs text-muted lg:hidden">
            <Kind kind={line.kind} />
            <When at={line.created_date} />
          </p>
        </>
      ),
    },
    { key: 'who', title: 'Who', className: 'max-xl:hidden', cell: (line) => <Who line={line} toPerson={toPerson} /> },
  ]
}

function Who({ line: { email, student_id }, toPerson }: { line: LogLine; toPerson: (studentId: number) => string }) {
  if (student_id === null) return <span className="block truncate text-muted">{email || 'Nobody who is known'}</span>
  return (
    <Link
      to={toPerson(student_id)}
      className="inline-block max-w-full truncate py-1 align-middle text-accent-text underline-offset-4 hover:underline"
    >
      {email || `No. ${student_id}`}
      <span className="sr-only">: all they did</span>
    </Link>
  )
}

function Kind({ kind }: { kind: string }) {
  return (
    <span className="inline-block rounded-full border border-border px-2 text-xs leading-5 text-muted">{kind}</span>
  )
}

const IN_UTC = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** On the server, and for the first moment here, by UTC: the reader's zone is known to the browser alone. */
function When({ at }: { at: string }) {
  const isHydrated = useHydrated()
  const format = isHydrated ? new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' }) : IN_UTC
  const [day, time] = format.format(new Date(at)).split(/, (?=\d+:)/)
  return (
    <time dateTime={at} className="tabular-nums">
      <span className="lg:block">{day}</span> <span className="text-muted">{time}</span>
    </time>
  )
}
