import type { LogEntry } from '#contract/schemas/operations/system-log.ts'
import type { Column } from '#web/ui/list/table-row.tsx'
import { SearchParamsLink } from '#web/ui/list/search-params-link.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { setPersonParam } from './log-search.ts'

/** Small screens show the type and the time below the message. */
export const LOG_TEMPLATE =
  'grid-cols-[minmax(0,1fr)] lg:grid-cols-[12.5rem_6rem_minmax(0,1fr)] xl:grid-cols-[12.5rem_6rem_minmax(0,1fr)_minmax(0,16rem)]'

export const LOG_COLUMNS: readonly Column<LogEntry>[] = [
  {
    key: 'time',
    title: 'Time',
    className: 'max-lg:hidden',
    renderCell: ({ created_date }) => <LogTime at={created_date} />,
  },
  { key: 'kind', title: 'Type', className: 'max-lg:hidden', renderCell: ({ kind }) => <KindBadge kind={kind} /> },
  {
    key: 'message',
    title: 'Activity',
    renderCell: (logEntry) => (
      <>
        <p className="wrap-anywhere">{logEntry.message}</p>
        <p className="mt-0.5 text-xs text-muted xl:hidden">
          <LogUser logEntry={logEntry} />
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-2 text-xs text-muted lg:hidden">
          <KindBadge kind={logEntry.kind} />
          <LogTime at={logEntry.created_date} />
        </p>
      </>
    ),
  },
  {
    key: 'user',
    title: 'User',
    className: 'max-xl:hidden',
    renderCell: (logEntry) => <LogUser logEntry={logEntry} />,
  },
]

function LogUser({ logEntry: { email, student_id } }: { logEntry: LogEntry }) {
  if (student_id === null) return <span className="block truncate text-muted">{email || 'System'}</span>
  return (
    <SearchParamsLink
      update={setPersonParam(student_id)}
      className="inline-block max-w-full truncate py-1 align-middle text-accent-text underline-offset-4 hover:underline"
    >
      {email || `User ${student_id}`}
      <span className="sr-only">: show only this user</span>
    </SearchParamsLink>
  )
}

function KindBadge({ kind }: { kind: string }) {
  return (
    <span className="inline-block rounded-full border border-border px-2 text-xs leading-5 text-muted">{kind}</span>
  )
}

const UTC_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** UTC until hydration: only the browser knows the time zone. */
function LogTime({ at }: { at: string }) {
  const isHydrated = useHydrated()
  const format = isHydrated
    ? new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
    : UTC_FORMAT
  const [day, time] = format.format(new Date(at)).split(/, (?=\d+:)/)
  return (
    <time dateTime={at} className="tabular-nums lg:whitespace-nowrap">
      {day} <span className="text-muted">{time}</span>
    </time>
  )
}
