import type { AnalyticsRange } from '#contract/choices.ts'
import { type ChartKind, type ChartPoint, getPointLabel, getTotal } from './series.ts'

interface SeriesLegendProps {
  kind: ChartKind
  days: readonly ChartPoint[] | undefined
  range: AnalyticsRange
  isWeekly: boolean
  activePoint: ChartPoint | undefined
  visible: readonly boolean[]
  onToggle: (index: number) => void
}

/** Shows each series with its total, or its value at the active point, and toggles it. */
export function SeriesLegend({ kind, days, range, isWeekly, activePoint, visible, onToggle }: SeriesLegendProps) {
  const { series, formatValue } = kind
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-1.5 gap-y-2 sm:gap-x-2">
      {series.map(({ label, color, isDashed }, index) => {
        const total = days && formatValue(getTotal(days, index))
        return (
          <button
            key={label}
            type="button"
            aria-pressed={visible[index]}
            onClick={() => onToggle(index)}
            className="flex min-h-9 items-center gap-2 rounded-full border border-border px-2.5 text-sm sm:px-3 aria-pressed:bg-raised [&:not([aria-pressed=true])]:text-muted [&:not([aria-pressed=true])]:line-through"
          >
            <span
              aria-hidden="true"
              className={`w-4 border-t-3 ${isDashed ? 'border-dashed' : ''}`}
              style={{ borderColor: `var(${color})` }}
            />
            {label}
            {/* As wide as the total, which no point exceeds, so that the layout does not shift. */}
            <span className="text-right font-semibold tabular-nums" style={{ minWidth: `${total?.length ?? 3}ch` }}>
              {activePoint ? formatValue(activePoint.values[index] ?? 0) : total}
            </span>
          </button>
        )
      })}
      <p className="ml-auto text-sm text-muted tabular-nums">
        {activePoint ? getPointLabel(activePoint, isWeekly) : `${range} days`}
      </p>
    </div>
  )
}
