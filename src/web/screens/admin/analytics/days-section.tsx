import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, lazy, Suspense, useMemo, useState } from 'react'
import type { DayCounts } from '#contract/schemas/analytics.ts'
import type { AnalyticsRange } from '#contract/choices.ts'
import { query } from '#web/data/api.ts'
import { useTheme } from '#web/theme/theme.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { groupByWeek } from './group-by-week.ts'
import { DayTable } from './day-table.tsx'
import { describePoint, getPointLabel, SERIES, type SeriesKey, formatCount, getTotal } from './series.ts'

/** Browsers only, and not needed for the counters. */
const DayChart = lazy(() => import('./day-chart.tsx').then(({ DayChart }) => ({ default: DayChart })))

const REFETCH_INTERVAL_MS = 60_000
/** Of more days a line is noise: then weeks are drawn. */
const MAX_DAILY_POINTS = 90
const ALL_KEYS = SERIES.map(({ key }) => key)

/** Sign-ups, enrollments and completions over the range. */
export function DaysSection({ range }: { range: AnalyticsRange }) {
  const { data, isError, refetch } = useQuery({
    ...query('getAnalysticByDay', { days: range }),
    staleTime: 30_000,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return (
    <section aria-labelledby="by-day" className="card p-5 sm:p-6">
      <h2 id="by-day" className="text-xl">
        {range > MAX_DAILY_POINTS ? 'Week by week' : 'Day by day'}
      </h2>
      {!data && isError ? (
        <LoadError text="This did not come through." onRetry={() => void refetch()} />
      ) : (
        <Days days={data?.msg} range={range} />
      )}
    </section>
  )
}

/** @param days undefined while they are on their way: their places are kept free. */
function Days({ days, range }: { days: readonly DayCounts[] | undefined; range: AnalyticsRange }) {
  const [visibleKeys, setVisibleKeys] = useState<readonly SeriesKey[]>(ALL_KEYS)
  const [activeIndex, setActiveIndex] = useState<number | null>(null)
  const isWeekly = range > MAX_DAILY_POINTS
  const points = useMemo(() => days && (isWeekly ? groupByWeek(days) : days), [days, isWeekly])
  const point = activeIndex === null ? undefined : points?.[activeIndex]
  const toggle = (key: SeriesKey) =>
    setVisibleKeys((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key]))
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-x-1.5 gap-y-2 sm:gap-x-2">
        {SERIES.map(({ key, label, colour, isDashed }) => {
          const total = days && formatCount(getTotal(days, key))
          return (
            <button
              key={key}
              type="button"
              aria-pressed={visibleKeys.includes(key)}
              onClick={() => toggle(key)}
              className="flex min-h-9 items-center gap-2 rounded-full border border-border px-2.5 text-sm sm:px-3 aria-pressed:bg-raised [&:not([aria-pressed=true])]:text-muted [&:not([aria-pressed=true])]:line-through"
            >
              <span
                aria-hidden="true"
                className={`w-4 border-t-3 ${isDashed ? 'border-dashed' : ''}`}
                style={{ borderColor: `var(${colour})` }}
              />
              {label}
              {/* As wide as the total, which no point is more than: nothing moves while one points. */}
              <span className="text-right font-semibold tabular-nums" style={{ minWidth: `${total?.length ?? 3}ch` }}>
                {point ? formatCount(point[key]) : total}
              </span>
            </button>
          )
        })}
        <p className="ml-auto text-sm text-muted tabular-nums">
          {point ? getPointLabel(point, isWeekly) : `${range} days`}
        </p>
      </div>
      {points ? (
        <Chart
          points={points}
          isWeekly={isWeekly}
          visibleKeys={visibleKeys}
          activeIndex={activeIndex}
          onActiveIndexChange={setActiveIndex}
        />
      ) : (
        <div aria-hidden="true" className="skeleton mt-4 mb-13 h-72" />
      )}
      {points && <DayTable points={points} isWeekly={isWeekly} />}
    </>
  )
}

interface ChartProps {
  points: readonly DayCounts[]
  isWeekly: boolean
  visibleKeys: readonly SeriesKey[]
  activeIndex: number | null
  onActiveIndexChange: (index: number | null) => void
}

/** A slider over the points: the arrow keys go from one to the next, and who listens hears each. */
function Chart({ points, isWeekly, visibleKeys, activeIndex, onActiveIndexChange }: ChartProps) {
  const isHydrated = useHydrated()
  const theme = useTheme()
  const last = points.length - 1
  const index = Math.min(activeIndex ?? last, last)
  const current = points[index]
  if (!current) return null
  const move = (event: KeyboardEvent) => {
    const targetIndex = getTargetIndex(event.key, index, last)
    if (targetIndex === undefined) return
    event.preventDefault()
    onActiveIndexChange(targetIndex)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={isWeekly ? 'Week of the chart' : 'Day of the chart'}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={index + 1}
      aria-valuetext={describePoint(current, isWeekly, visibleKeys)}
      onKeyDown={move}
      onBlur={() => onActiveIndexChange(null)}
      className="relative mt-4 h-72 rounded-control"
    >
      {isHydrated && (
        <Suspense fallback={<div aria-hidden="true" className="skeleton h-full" />}>
          <DayChart
            key={theme}
            points={points}
            visibleKeys={visibleKeys}
            activeIndex={activeIndex}
            onActiveIndexChange={onActiveIndexChange}
          />
        </Suspense>
      )}
      {ALL_KEYS.every((key) => getTotal(points, key) === 0) && (
        <p className="pointer-events-none absolute inset-0 grid place-items-center pb-8 text-muted">
          Nothing has happened in these days.
        </p>
      )}
    </div>
  )
}

/** Where a key leads from a point, null for none; undefined when the key is another's. */
function getTargetIndex(key: string, index: number, last: number): number | null | undefined {
  const clamp = (targetIndex: number) => Math.max(0, Math.min(last, targetIndex))
  if (key === 'ArrowLeft' || key === 'ArrowDown') return clamp(index - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return clamp(index + 1)
  if (key === 'PageDown') return clamp(index - 7)
  if (key === 'PageUp') return clamp(index + 7)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return key === 'Escape' ? null : undefined
}
