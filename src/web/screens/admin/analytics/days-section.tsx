import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, lazy, Suspense, useMemo, useState } from 'react'
import type { DayCounts } from '#contract/schemas/analytics.ts'
import type { AnalyticsRange } from '#contract/analytics-ranges.ts'
import { query } from '#web/data/api.ts'
import { useTheme } from '#web/theme/theme.ts'
import { NotLoaded } from '#web/ui/not-loaded.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { byWeek } from './by-week.ts'
import { DayTable } from './day-table.tsx'
import { pointInWords, pointName, SERIES, type SeriesKey, shownCount, totalOf } from './series.ts'

/** Browsers only, and not needed for the counters. */
const DayChart = lazy(() => import('./day-chart.tsx').then(({ DayChart }) => ({ default: DayChart })))

const EVERY_MS = 60_000
/** Of more days a line is noise: then weeks are drawn. */
const MOST_DAYS = 90
const ALL = SERIES.map(({ key }) => key)

/** Sign-ups, enrollments and completions over the range. */
export function DaysSection({ range }: { range: AnalyticsRange }) {
  const { data, isError, refetch } = useQuery({
    ...query('getAnalysticByDay', { days: range }),
    staleTime: 30_000,
    refetchInterval: EVERY_MS,
  })
  return (
    <section aria-labelledby="by-day" className="card p-5 sm:p-6">
      <h2 id="by-day" className="text-xl">
        {range > MOST_DAYS ? 'Week by week' : 'Day by day'}
      </h2>
      {!data && isError ? (
        <NotLoaded text="This did not come through." onRetry={() => void refetch()} />
      ) : (
        <Days days={data?.msg} range={range} />
      )}
    </section>
  )
}

/** @param days undefined while they are on their way: their places are kept free. */
function Days({ days, range }: { days: readonly DayCounts[] | undefined; range: AnalyticsRange }) {
  const [shown, setShown] = useState<readonly SeriesKey[]>(ALL)
  const [pointed, setPointed] = useState<number | null>(null)
  const isWeekly = range > MOST_DAYS
  const points = useMemo(() => days && (isWeekly ? byWeek(days) : days), [days, isWeekly])
  const point = pointed === null ? undefined : points?.[pointed]
  const toggle = (key: SeriesKey) =>
    setShown((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key]))
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-x-1.5 gap-y-2 sm:gap-x-2">
        {SERIES.map(({ key, label, colour, isDashed }) => {
          const total = days && shownCount(totalOf(days, key))
          return (
            <button
              key={key}
              type="button"
              aria-pressed={shown.includes(key)}
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
                {point ? shownCount(point[key]) : total}
              </span>
            </button>
          )
        })}
        <p className="ml-auto text-sm text-muted tabular-nums">
          {point ? pointName(point, isWeekly) : `${range} days`}
        </p>
      </div>
      {points ? (
        <Chart points={points} isWeekly={isWeekly} shown={shown} pointed={pointed} onPoint={setPointed} />
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
  shown: readonly SeriesKey[]
  pointed: number | null
  onPoint: (place: number | null) => void
}

/** A slider over the points: the arrow keys go from one to the next, and who listens hears each. */
function Chart({ points, isWeekly, shown, pointed, onPoint }: ChartProps) {
  const isHydrated = useHydrated()
  const theme = useTheme()
  const last = points.length - 1
  const place = Math.min(pointed ?? last, last)
  const current = points[place]
  if (!current) return null
  const move = (event: KeyboardEvent) => {
    const to = stepOf(event.key, place, last)
    if (to === undefined) return
    event.preventDefault()
    onPoint(to)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={isWeekly ? 'Week of the chart' : 'Day of the chart'}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={place + 1}
      aria-valuetext={pointInWords(current, isWeekly, shown)}
      onKeyDown={move}
      onBlur={() => onPoint(null)}
      className="relative mt-4 h-72 rounded-control"
    >
      {isHydrated && (
        <Suspense fallback={<div aria-hidden="true" className="skeleton h-full" />}>
          <DayChart key={theme} points={points} shown={shown} pointed={pointed} onPoint={onPoint} />
        </Suspense>
      )}
      {ALL.every((key) => totalOf(points, key) === 0) && (
        <p className="pointer-events-none absolute inset-0 grid place-items-center pb-8 text-muted">
          Nothing has happened in these days.
        </p>
      )}
    </div>
  )
}

/** Where a key leads from a point, null for none; undefined when the key is another's. */
function stepOf(key: string, place: number, last: number): number | null | undefined {
  const within = (to: number) => Math.max(0, Math.min(last, to))
  if (key === 'ArrowLeft' || key === 'ArrowDown') return within(place - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return within(place + 1)
  if (key === 'PageDown') return within(place - 7)
  if (key === 'PageUp') return within(place + 7)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return key === 'Escape' ? null : undefined
}
