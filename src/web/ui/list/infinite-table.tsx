import { memo, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { type InfiniteList, useInfiniteRows } from './use-infinite-rows.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'

export interface Column<Row> {
  /** Also the word in `sort.by`, where the list can be sorted by it. */
  key: string
  title: string
  /** Where what stands below says it all, such as a column of buttons. */
  isTitleHidden?: boolean
  renderCell: (row: Row) => ReactNode
  /** Numbers stand at the end. */
  isNumeric?: boolean
  isSortable?: boolean
  /** For columns that small screens go without: `max-md:hidden`. */
  className?: string
}

export interface Sort {
  by: string
  isDescending: boolean
  onSort: (by: string) => void
}

interface InfiniteTableProps<Row> {
  /** What the table holds, for those who hear it: “Users”. */
  label: string
  columns: readonly Column<Row>[]
  /** `grid-template-columns` as a class, one for small screens, too, where columns go. */
  template: string
  list: InfiniteList<Row>
  getRowId: (row: Row) => number
  /** Said below the last row. */
  endText: string
  /** Shown instead of a table without rows. */
  emptyState: ReactNode
  sort?: Sort
}

/**
 * A table in a box of 650 to 800 px, less on phones, that loads as one comes to its end. Rows out of sight are neither
 * laid out nor painted, so that ten thousand stay smooth; coming back finds the place where one was.
 */
export function InfiniteTable<Row>({
  label,
  columns,
  template,
  list,
  getRowId,
  endText,
  emptyState,
  sort,
}: InfiniteTableProps<Row>) {
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = list
  const { rows, lastRowRef } = useInfiniteRows(list, getRowId)
  const scroll = useScrollRestoration(data !== undefined)
  if (data && rows.length === 0) return <div className="card">{emptyState}</div>
  return (
    <div
      {...scroll}
      className="card h-[clamp(26rem,calc(100dvh-19rem),800px)] overflow-y-auto overscroll-contain md:min-h-[650px]"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <div
        role="table"
        aria-label={label}
        aria-rowcount={hasNextPage ? -1 : rows.length + 1}
        aria-busy={!data}
        className="text-sm"
      >
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
        <div role="rowgroup">
          {rows.map((row, index) => (
            <TableRow
              key={getRowId(row)}
              row={row}
              columns={columns}
              template={template}
              lastRowRef={index === rows.length - 1 ? lastRowRef : undefined}
            />
          ))}
        </div>
      </div>
      {(!data && !isError) || isFetchingNextPage ? <LoadingRows count={data ? 2 : 9} /> : null}
      <div role="status" className="px-4 py-4 text-center text-xs text-muted">
        {isError && !isFetchingNextPage ? (
          <p className="flex flex-col items-center gap-2">
            {data ? 'The rest did not come through.' : 'The list did not come through.'}
            <Button
              variant="secondary"
              size="sm"
              onClick={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
            >
              Try again
            </Button>
          </p>
        ) : (
          data && !hasNextPage && endText
        )}
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

interface TableRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  template: string
  lastRowRef: ((element: Element | null) => void) | undefined
}

/** Columns are to be the same from render to render: then only rows that changed are rendered again. */
const TableRow = memo(function TableRow<Row>({ row, columns, template, lastRowRef }: TableRowProps<Row>) {
  return (
    <div
      ref={lastRowRef}
      role="row"
      className={`relative grid min-h-15 items-center gap-4 border-b border-border px-4 py-2 [contain-intrinsic-size:auto_44px] [content-visibility:auto] hover:bg-raised/50 ${template}`}
    >
      {columns.map(({ key, renderCell, isNumeric, className = '' }) => (
        <div key={key} role="cell" className={`min-w-0 ${isNumeric ? 'text-right tabular-nums' : ''} ${className}`}>
          {renderCell(row)}
        </div>
      ))}
    </div>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

function LoadingRows({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex h-15 items-center border-b border-border px-4">
          <div className="skeleton h-9 w-full" />
        </div>
      ))}
    </div>
  )
}
