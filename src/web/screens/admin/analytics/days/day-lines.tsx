import { useMemo, useState } from 'react'
import type { AnalyticsRange } from '#contract/choices.ts'
import { ChartSlider } from './chart-slider.tsx'
import { DayTable } from './day-table.tsx'
import { groupByWeek } from './group-by-week.ts'
import { SeriesLegend } from './series-legend.tsx'
import type { ChartKind, ChartPoint } from './series.ts'

/** A line over more days is too noisy, so weeks are drawn instead. */
const MAX_DAILY_POINTS = 90

export const isWeeklyRange = (range: AnalyticsRange) => range > MAX_DAILY_POINTS

interface DayLinesProps {
  kind: ChartKind
  /** Undefined while they are loading; the layout is the same then. Keep the array between renders. */
  days: readonly ChartPoint[] | undefined
  range: AnalyticsRange
}

/** A legend with totals, the chart, and its numbers as a table. */
export function DayLines({ kind, days, range }: DayLinesProps) {
  const [visible, setVisible] = useState<readonly boolean[]>(() => kind.series.map(() => true))
  const [activeIndex, setActiveIndex] = useState<number | null>(null)
  const isWeekly = isWeeklyRange(range)
  const points = useMemo(() => days && (isWeekly ? groupByWeek(days) : days), [days, isWeekly])
  const toggle = (toggled: number) =>
    setVisible((before) => before.map((isVisible, index) => (index === toggled ? !isVisible : isVisible)))
  return (
    <>
      <SeriesLegend
        kind={kind}
        days={days}
        range={range}
        isWeekly={isWeekly}
        activePoint={activeIndex === null ? undefined : points?.[activeIndex]}
        visible={visible}
        onToggle={toggle}
      />
      {points ? (
        <>
          <ChartSlider
            kind={kind}
            points={points}
            isWeekly={isWeekly}
            visible={visible}
            activeIndex={activeIndex}
            onActiveIndexChange={setActiveIndex}
          />
          <DayTable kind={kind} points={points} isWeekly={isWeekly} />
        </>
      ) : (
        <div aria-hidden="true" className="skeleton mt-4 mb-13 h-72" />
      )}
    </>
  )
}
