import { useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import type { ImportRow } from './check-rows.ts'
import { ROW_COLUMNS, ROW_TEMPLATE } from './import-row-columns.tsx'

/** Rows that are made at once: ten thousand would hold the page up. */
const ROWS_PER_STEP = 200

export function ImportRowsTable({ label, rows }: { label: string; rows: readonly ImportRow[] }) {
  const [visibleCount, setVisibleCount] = useState(ROWS_PER_STEP)
  const list = {
    data: { pages: [{ msg: rows.slice(0, visibleCount) }] },
    isError: false,
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
        endText="No more lines"
        emptyState={<EmptyState title="No problems">Every line can be imported.</EmptyState>}
      />
    </div>
  )
}
