import { Icon } from '#web/ui/icons/icon.tsx'
import { type ChartKind, type ChartPoint, getPointLabel } from './series.ts'

interface DayTableProps {
  kind: ChartKind
  points: readonly ChartPoint[]
  isWeekly: boolean
}

export function DayTable({ kind: { series, formatValue, noun }, points, isWeekly }: DayTableProps) {
  return (
    <details className="group mt-4">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 rounded-control text-sm font-medium text-accent-text">
        <Icon name="chevron-right" size={16} className="transition duration-150 group-open:rotate-90" />
        View as table
      </summary>
      <div
        tabIndex={0}
        role="region"
        aria-label={noun === '' ? 'Chart data' : `Chart data: ${noun}`}
        className="mt-2 max-h-96 overflow-y-auto rounded-control border border-border"
      >
        <table className="w-full text-sm tabular-nums">
          <thead className="sticky top-0 bg-raised text-xs text-muted">
            <tr>
              <th scope="col" className="px-4 py-2 text-left font-semibold">
                {isWeekly ? 'Week' : 'Day'}
              </th>
              {series.map(({ label }) => (
                <th key={label} scope="col" className="px-4 py-2 text-right font-semibold">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {points.toReversed().map((point) => (
              <tr key={point.day}>
                <th scope="row" className="px-4 py-2 text-left font-normal whitespace-nowrap">
                  {getPointLabel(point, isWeekly)}
                </th>
                {series.map(({ label }, index) => (
                  <td key={label} className="px-4 py-2 text-right">
                    {formatValue(point.values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
