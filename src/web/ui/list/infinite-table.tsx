import type { ReactNode } from 'react'
import { useKeepFocus } from '#web/ui/hooks/use-keep-focus.ts'
import { describeListError, RetryButton } from './list-error.tsx'
import { type Sort, TableHead } from './table-head.tsx'
import { type Column, TableRow } from './table-row.tsx'
import { type InfiniteList, useInfiniteRows } from './use-infinite-rows.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'

interface InfiniteTableProps<Row> {
  /** The accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Classes for `grid-template-columns`, also for small screens if columns are hidden there. */
  template: string
  list: InfiniteList<Row>
  getRowId: (row: Row) => number | string
  /** Below a row's cells, over its whole width. Null where there is nothing to add. */
  renderDetails?: (row: Row) => ReactNode
  /** Shown below the last row. */
  endText: string
  /** Shown instead of an empty table. */
  emptyState: ReactNode
  sort?: Sort
}

/**
 * A table of 650 to 800 px height (spec.md, section 9), with its filters where they have a row of their own, that loads more rows at its end. `content-visibility` skips rows
 * out of view, so that ten thousand stay smooth. Going back restores the scroll position.
 */
export function InfiniteTable<Row>({
  label,
  columns,
  template,
  list,
  getRowId,
  renderDetails,
  endText,
  emptyState,
  sort,
}: InfiniteTableProps<Row>) {
  const { data, isError, hasNextPage, isFetchingNextPage } = list
  const { rows, lastRowRef } = useInfiniteRows(list, getRowId)
  const scroll = useScrollRestoration(data !== undefined)
  // A link of the empty state clears the filters, and leaves with them.
  const keepFocus = useKeepFocus()
  // React keeps the element of the region, and with it the focus of an admin who has deleted the last row.
  if (data && rows.length === 0)
    return (
      <div {...keepFocus} className="card" tabIndex={-1} role="region" aria-label={label}>
        {emptyState}
      </div>
    )
  return (
    <div
      {...scroll}
      {...keepFocus}
      className="card h-[clamp(650px-var(--filter-row,0px),100dvh-9.375rem-var(--filter-row,0px),800px)] overflow-y-auto overscroll-contain"
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
        <TableHead columns={columns} template={template} sort={sort} />
        <div role="rowgroup">
          {rows.map((row, index) => (
            <TableRow
              key={getRowId(row)}
              row={row}
              columns={columns}
              template={template}
              renderDetails={renderDetails}
              lastRowRef={index === rows.length - 1 ? lastRowRef : undefined}
            />
          ))}
        </div>
      </div>
      {(!data && !isError) || isFetchingNextPage ? <LoadingRows count={data ? 2 : 9} /> : null}
      <TableStatus list={list} endText={endText} />
    </div>
  )
}

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

/** Below the last row: the error of the latest request, or the end of the list. */
function TableStatus<Row>({ list, endText }: { list: InfiniteList<Row>; endText: string }) {
  const { data, isError, hasNextPage, isFetchingNextPage } = list
  return (
    <div role="status" className="px-4 py-4 text-center text-xs text-muted">
      {isError && !isFetchingNextPage ? (
        <p className="flex flex-col items-center gap-2">
          {describeListError(list)}
          <RetryButton list={list} />
        </p>
      ) : (
        data && !hasNextPage && endText
      )}
    </div>
  )
}
