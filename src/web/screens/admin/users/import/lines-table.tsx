import { useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import type { Line } from './check-lines.ts'
import { LINE_COLUMNS, LINE_TEMPLATE } from './line-columns.tsx'

/** Rows that are made at once: ten thousand would hold the page up. */
const STEP = 200

export function LinesTable({ label, lines }: { label: string; lines: readonly Line[] }) {
  const [shown, setShown] = useState(STEP)
  const list = {
    data: { pages: [{ msg: lines.slice(0, shown) }] },
    isError: false,
    hasNextPage: lines.length > shown,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: () => setShown(shown + STEP),
    refetch: () => {},
  }
  return (
    <div className="@container">
      <InfiniteTable
        label={label}
        columns={LINE_COLUMNS}
        template={LINE_TEMPLATE}
        list={list}
        idOf={({ number }) => number}
        end="No more lines"
        empty={<EmptyState title="No problems">Every line can be imported.</EmptyState>}
      />
    </div>
  )
}
