import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import type { Column } from './table-row.tsx'

export interface Sort {
  by: string
  isDescending: boolean
  onSort: (by: string) => void
}

export function TableHead<Row>({
  columns,
  template,
  sort,
}: {
  columns: readonly Column<Row>[]
  template: string
  sort: Sort | undefined
}) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        className={`grid items-center gap-4 border-b border-border bg-raised px-4 text-left text-xs font-semibold text-muted ${template}`}
      >
        {columns.map((column) => (
          <HeaderCell key={column.key} column={column} sort={sort} />
        ))}
      </div>
    </div>
  )
}

function HeaderCell<Row>({
  column: { key, title, isTitleHidden, isNumeric, isSortable, className = '' },
  sort,
}: {
  column: Column<Row>
  sort: Sort | undefined
}) {
  const isSorted = sort?.by === key
  const alignment = `${isNumeric ? 'justify-end text-right' : ''} ${className}`
  if (!sort || !isSortable) {
    return (
      <div role="columnheader" className={`py-2.5 ${alignment}`}>
        {isTitleHidden ? <span className="sr-only">{title}</span> : title}
      </div>
    )
  }
  return (
    <div
      role="columnheader"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
      className={`flex ${alignment}`}
    >
      <button
        type="button"
        onClick={() => sort.onSort(key)}
        className={`-mx-2 flex min-h-9 items-center gap-1 rounded-control px-2 font-semibold hover:text-text ${isSorted ? 'text-text' : ''}`}
      >
        {title}
        <AnyIcon
          name={isSorted ? 'chevron-down' : 'sort'}
          size={13}
          className={isSorted && !sort.isDescending ? 'rotate-180' : ''}
        />
      </button>
    </div>
  )
}
