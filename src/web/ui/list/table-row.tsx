import { memo, type ReactNode } from 'react'

export interface Column<Row> {
  /** Also the value of `sort.by`. */
  key: string
  title: string
  /** For columns that need no visible title, such as buttons. */
  isTitleHidden?: boolean
  renderCell: (row: Row) => ReactNode
  isNumeric?: boolean
  isSortable?: boolean
  /** Such as `max-md:hidden` for a column that small screens do not show. */
  className?: string
}

interface TableRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  template: string
  renderDetails: ((row: Row) => ReactNode) | undefined
  lastRowRef: ((element: Element | null) => void) | undefined
}

/** Pass the same `columns` on each render, so that only changed rows render again. */
export const TableRow = memo(function TableRow<Row>({
  row,
  columns,
  template,
  renderDetails,
  lastRowRef,
}: TableRowProps<Row>) {
  const details = renderDetails?.(row)
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
      {details && (
        <div role="cell" aria-colspan={columns.length} className="col-span-full -mt-3 min-w-0">
          {details}
        </div>
      )}
    </div>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode
