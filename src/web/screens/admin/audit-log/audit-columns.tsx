import { AUDIT_ACTIONS, type AuditAction } from '#contract/audit-actions.ts'
import type { AuditLogEntry } from '#contract/schemas/operations/audit-log.ts'
import { EventTime } from '#web/ui/event-time.tsx'
import type { Column } from '#web/ui/list/table-row.tsx'
import { SearchParamsLink } from '#web/ui/list/search-params-link.tsx'

const LINK = 'text-accent-text underline-offset-4 hover:underline'

/** Small screens show the time and the person below the action. */
export const AUDIT_TEMPLATE = 'grid-cols-[minmax(0,1fr)] lg:grid-cols-[11.5rem_minmax(0,1fr)_minmax(0,14rem)_11rem]'

export const AUDIT_COLUMNS: readonly Column<AuditLogEntry>[] = [
  {
    key: 'time',
    title: 'Time',
    className: 'max-lg:hidden',
    renderCell: ({ created_date }) => <EventTime at={created_date} hasUtcTitle />,
  },
  {
    key: 'action',
    title: 'Action',
    renderCell: (entry) => (
      <>
        <p>{AUDIT_ACTIONS[entry.action as AuditAction] ?? entry.action}</p>
        <p className="text-sm wrap-anywhere">
          <Subject entry={entry} />
        </p>
        <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-muted lg:hidden">
          <EventTime at={entry.created_date} hasUtcTitle />
          <Person entry={entry} />
        </p>
      </>
    ),
  },
  {
    key: 'person',
    title: 'Person',
    className: 'max-lg:hidden',
    renderCell: (entry) => <Person entry={entry} />,
  },
  {
    key: 'from',
    title: 'From',
    className: 'max-lg:hidden',
    renderCell: ({ ip, device }) => (
      <div className="text-xs">
        <p className="truncate">{device}</p>
        <p className="truncate text-muted">{ip}</p>
      </div>
    ),
  },
]

function Subject({ entry: { subject_kind, subject_id, subject_name } }: { entry: AuditLogEntry }) {
  if (subject_id === '') return <span className="text-muted">{subject_name}</span>
  return (
    <SearchParamsLink
      className={LINK}
      update={(search) => {
        search.set('kind', subject_kind)
        search.set('subject', subject_id)
        return search
      }}
    >
      {subject_name}
      <span className="sr-only">: show only this {subject_kind}</span>
    </SearchParamsLink>
  )
}

function Person({ entry: { actor_id, actor_name, actor_email } }: { entry: AuditLogEntry }) {
  if (actor_id === null) return <span className="text-muted">{actor_name}</span>
  return (
    <SearchParamsLink
      className={`${LINK} inline-block max-w-full truncate align-middle`}
      title={actor_email}
      update={(search) => {
        search.set('person', String(actor_id))
        return search
      }}
    >
      {actor_name}
      <span className="sr-only">: show only this person</span>
    </SearchParamsLink>
  )
}
