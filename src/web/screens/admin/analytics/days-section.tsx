import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { AnalyticsRange } from '#contract/choices.ts'
import type { DayCounts } from '#contract/schemas/analytics.ts'
import { query } from '#web/data/api.ts'
import { AnalyticsLoadError, AnalyticsSection } from './analytics-section.tsx'
import { ChartSlider } from './chart-slider.tsx'
import { DayTable } from './day-table.tsx'
import { groupByWeek } from './group-by-week.ts'
import { SeriesLegend } from './series-legend.tsx'
import { SERIES, type SeriesKey } from './series.ts'

const REFETCH_INTERVAL_MS = 60_000
/** A line over more days is too noisy, so weeks are drawn instead. */
const MAX_DAILY_POINTS = 90

/** Sign-ups, enrollments and completions over the range. */
export function DaysSection({ range }: { range: AnalyticsRange }) {
  const { data, isError, refetch } = useQuery({
    ...query('getAnalysticByDay', { days: range }),
    staleTime: 30_000,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return (
    <AnalyticsSection title={range > MAX_DAILY_POINTS ? 'Weekly activity' : 'Daily activity'}>
      {!data && isError ? <AnalyticsLoadError refetch={refetch} /> : <Days days={data?.msg} range={range} />}
    </AnalyticsSection>
  )
}

/** @param days undefined while they are loading; the layout is the same then */
function Days({ days, range }: { days: readonly DayCounts[] | undefined; range: AnalyticsRange }) {
  const [visibleKeys, setVisibleKeys] = useState<readonly SeriesKey[]>(SERIES.map(({ key }) => key))
  const [activeIndex, setActiveIndex] = useState<number | null>(null)
  const isWeekly = range > MAX_DAILY_POINTS
  const points = useMemo(() => days && (isWeekly ? groupByWeek(days) : days), [days, isWeekly])
  const toggle = (key: SeriesKey) =>
    setVisibleKeys((before) => (before.includes(key) ? before.filter((other) => other !== key) : [...before, key]))
  return (
    <>
      <SeriesLegend
        days={days}
        range={range}
        isWeekly={isWeekly}
        activePoint={activeIndex === null ? undefined : points?.[activeIndex]}
        visibleKeys={visibleKeys}
        onToggle={toggle}
      />
      {points ? (
        <>
          <ChartSlider
            points={points}
            isWeekly={isWeekly}
            visibleKeys={visibleKeys}
            activeIndex={activeIndex}
            onActiveIndexChange={setActiveIndex}
          />
          <DayTable points={points} isWeekly={isWeekly} />
        </>
      ) : (
        <div aria-hidden="true" className="skeleton mt-4 mb-13 h-72" />
      )}
    </>
  )
}
