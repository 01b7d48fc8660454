import type { AnalyticsRange } from '#contract/choices.ts'
import type { DayCounts } from '#contract/schemas/analytics.ts'
import { formatCount } from '#web/ui/format-count.ts'
import { getPointLabel, getTotal, SERIES, type SeriesKey } from './series.ts'

interface SeriesLegendProps {
  days: readonly DayCounts[] | undefined
  range: AnalyticsRange
  isWeekly: boolean
  activePoint: DayCounts | undefined
  visibleKeys: readonly SeriesKey[]
  onToggle: (key: SeriesKey) => void
}

/** Shows each series with its total, or its count at the active point, and toggles it. */
export function SeriesLegend({ days, range, isWeekly, activePoint, visibleKeys, onToggle }: SeriesLegendProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-1.5 gap-y-2 sm:gap-x-2">
      {SERIES.map(({ key, label, color, isDashed }) => {
        const total = days && formatCount(getTotal(days, key))
        return (
          <button
            key={key}
            type="button"
            aria-pressed={visibleKeys.includes(key)}
            onClick={() => onToggle(key)}
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
              {activePoint ? formatCount(activePoint[key]) : total}
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
