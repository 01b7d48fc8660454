import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { DayCounts } from '#contract/analytics.ts'
import type { AnalyticsRange } from '#contract/analytics-ranges.ts'
import { query } from '#web/api.ts'
import { useTheme } from '#web/theme/theme.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { SectionFailed } from './section-failed.tsx'
import { longDay, SERIES, type SeriesKey, totalOf } from './series.ts'

/** Browsers only, and not needed for the counters. */
const DayChart = lazy(() => import('./day-chart.tsx').then(({ DayChart }) => ({ default: DayChart })))

const COUNT = new Intl.NumberFormat('en-US')

/** Sign-ups, enrollments and completions over the range. */
export function DaysSection({ range }: { range: AnalyticsRange }) {
  const { data, isError, refetch } = useQuery({ ...query('getAnalysticByDay', { days: range }), staleTime: 30_000 })
  return (
    <section aria-labelledby="by-day" className="card p-5 sm:p-6">
      <h2 id="by-day" className="text-xl">
        Day by day
      </h2>
      {data ? <Days days={data.msg} /> : isError ? <SectionFailed onRetry={() => void refetch()} /> : <div aria-hidden="true" className="skeleton mt-4 h-88" />}
    </section>
  )
}

function Days({ days }: { days: DayCounts[] }) {
  const [shown, setShown] = useState<readonly SeriesKey[]>(SERIES.map(({ key }) => key))
  const [pointed, setPointed] = useState<number | null>(null)
  const isHydrated = useHydrated()
  const theme = useTheme()
  const day = pointed === null ? undefined : days[pointed]
  const toggle = (key: SeriesKey) => setShown((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key]))
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-2">
        {SERIES.map(({ key, label, colour }) => (
          <button
            key={key}
            type="button"
            aria-pressed={shown.includes(key)}
            onClick={() => toggle(key)}
            className="flex min-h-9 items-center gap-2 rounded-full border border-border px-3 text-sm aria-pressed:bg-raised [&:not([aria-pressed=true])]:text-muted [&:not([aria-pressed=true])]:line-through"
          >
            <span aria-hidden="true" className="size-2.5 rounded-full" style={{ background: `var(${colour})` }} />
            {label}
            <span className="min-w-[3ch] text-right font-semibold tabular-nums">{COUNT.format(day ? day[key] : totalOf(days, key))}</span>
          </button>
        ))}
        <p className="ml-auto text-sm text-muted tabular-nums">{day ? longDay(day.day) : `${days.length} days`}</p>
      </div>
      <div className="mt-4 h-72">
        {isHydrated && (
          <Suspense fallback={<div aria-hidden="true" className="skeleton h-full" />}>
            <DayChart key={theme} days={days} shown={shown} onPoint={setPointed} />
          </Suspense>
        )}
      </div>
      <DayTable days={days} />
    </>
  )
}

/** The chart's numbers as text: by keyboard and by ear. */
function DayTable({ days }: { days: DayCounts[] }) {
  return (
    <details className="group mt-4">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 rounded-control text-sm font-medium text-accent-text">
        <Icon name="chevron-right" size={16} className="transition duration-150 group-open:rotate-90" />
        The same as a table
      </summary>
      <div tabIndex={0} role="region" aria-label="Day by day, as a table" className="mt-2 max-h-96 overflow-y-auto rounded-control border border-border">
        <table className="w-full text-sm tabular-nums">
          <thead className="sticky top-0 bg-raised text-xs text-muted">
            <tr>
              <th scope="col" className="px-4 py-2 text-left font-semibold">
                Day
              </th>
              {SERIES.map(({ key, label }) => (
                <th key={key} scope="col" className="px-4 py-2 text-right font-semibold">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {days.toReversed().map((one) => (
              <tr key={one.day}>
                <th scope="row" className="px-4 py-2 text-left font-normal whitespace-nowrap">
                  {longDay(one.day)}
                </th>
                {SERIES.map(({ key }) => (
                  <td key={key} className="px-4 py-2 text-right">
                    {COUNT.format(one[key])}
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
