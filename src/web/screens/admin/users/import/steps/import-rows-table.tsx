import { useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import type { ImportRow } from '../parse/check-rows.ts'
import { ROW_COLUMNS, ROW_TEMPLATE } from './import-row-columns.tsx'

/** Rendering 10,000 rows at once would block the page. */
const ROWS_PER_STEP = 200

export function ImportRowsTable({ label, rows }: { label: string; rows: readonly ImportRow[] }) {
  const [visibleCount, setVisibleCount] = useState(ROWS_PER_STEP)
  const list = {
    data: { pages: [{ msg: rows.slice(0, visibleCount) }] },
    isError: false,
    isFetching: false,
    hasNextPage: rows.length > visibleCount,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: () => setVisibleCount(visibleCount + ROWS_PER_STEP),
    refetch: () => {},
  }
  return (
    <div className="@container">
      <InfiniteTable
        label={label}
        columns={ROW_COLUMNS}
        template={ROW_TEMPLATE}
        list={list}
        getRowId={({ number }) => number}
        endText="No more rows"
        emptyState={<EmptyState title="No problems">Every row can be imported.</EmptyState>}
      />
    </div>
  )
}
