import type { TrashEntry } from '#contract/schemas/operations/trash.ts'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import type { Column } from '#web/ui/list/table-row.tsx'
import { EntryActions } from './entry-actions.tsx'

/** Small screens show these under the name instead. */
const WIDE_ONLY = '@max-2xl:hidden'
export const TRASH_TEMPLATE = 'grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,1fr)_9rem_7.5rem_7.5rem_8.5rem]'

export const TRASH_COLUMNS: readonly Column<TrashEntry>[] = [
  { key: 'name', title: 'Name', renderCell: (entry) => <Name entry={entry} /> },
  {
    key: 'deleted_by',
    title: 'Deleted by',
    className: WIDE_ONLY,
    renderCell: ({ deleted_by }) => <span className="block truncate">{deleted_by}</span>,
  },
  {
    key: 'deleted',
    title: 'Deleted',
    className: WIDE_ONLY,
    renderCell: ({ deleted_date }) => <time dateTime={deleted_date}>{formatMediumDate(deleted_date)}</time>,
  },
  {
    key: 'purged',
    title: 'Kept until',
    className: WIDE_ONLY,
    renderCell: ({ purged_date }) =>
      purged_date === null ? 'Archived' : <time dateTime={purged_date}>{formatMediumDate(purged_date)}</time>,
  },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    isNumeric: true,
    renderCell: (entry) => <EntryActions entry={entry} />,
  },
]

function Name({ entry: { name, details, deleted_by, purged_date } }: { entry: TrashEntry }) {
  const kept = purged_date === null ? 'Archived' : `Kept until ${formatMediumDate(purged_date)}`
  return (
    <div className="min-w-0">
      <p className="line-clamp-2 font-semibold wrap-anywhere @2xl:line-clamp-1">{name}</p>
      {details && <p className="line-clamp-1 text-xs text-muted wrap-anywhere">{details}</p>}
      <p className="text-xs text-muted @2xl:hidden">
        {kept}
        {deleted_by && ` · deleted by ${deleted_by}`}
      </p>
    </div>
  )
}
