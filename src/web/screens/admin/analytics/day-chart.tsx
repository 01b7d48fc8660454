import { useEffect, useEffectEvent, useRef } from 'react'
import UPlot from 'uplot'
import type { DayCounts } from '#contract/analytics.ts'
import { SERIES, type SeriesKey, shortDay } from './series.ts'
import 'uplot/dist/uPlot.min.css'

interface DayChartProps {
  days: readonly DayCounts[]
  shown: readonly SeriesKey[]
  /** Hears which day is pointed at, by its place, or null. */
  onPoint: (place: number | null) => void
}

const HEIGHT_PX = 288

/** Lines over days, in the theme's colours as they are when it is mounted: a canvas knows no variables. The same numbers are in the table beside it, for those who do not see it. */
export function DayChart({ days, shown, onPoint }: DayChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const point = useEffectEvent(onPoint)

  useEffect(() => {
    const box = place.current
    if (!box) return
    const chart = new UPlot({ ...optionsOf(shown, (index) => point(index)), width: box.clientWidth, height: HEIGHT_PX }, dataOf(days), box)
    const watcher = new ResizeObserver(([entry]) => entry && chart.setSize({ width: entry.contentRect.width, height: HEIGHT_PX }))
    watcher.observe(box)
    return () => {
      watcher.disconnect()
      chart.destroy()
    }
  }, [days, shown])

  return <div ref={place} aria-hidden="true" className="h-72 [&_.u-legend]:hidden" />
}

const dataOf = (days: readonly DayCounts[]): UPlot.AlignedData => [days.map(({ day }) => Date.parse(day) / 1_000), ...SERIES.map(({ key }) => days.map((day) => day[key]))]

function optionsOf(shown: readonly SeriesKey[], onPoint: (place: number | null) => void): Omit<UPlot.Options, 'width' | 'height'> {
  const style = getComputedStyle(document.body)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const axis: UPlot.Axis = { stroke: colour('--muted'), grid: { stroke: colour('--border'), width: 1 }, ticks: { show: false }, font: `12px ${style.fontFamily}` }
  return {
    padding: [12, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: { y: { range: (_chart, _least, most) => [0, Math.max(4, Math.ceil(most * 1.1))] } },
    axes: [
      { ...axis, grid: { show: false }, space: 70, values: (_chart, splits) => splits.map((seconds) => shortDay(seconds * 1_000)) },
      { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000] },
    ],
    series: [
      {},
      ...SERIES.map(({ key, label, colour: name }): UPlot.Series => ({
        label,
        show: shown.includes(key),
        stroke: colour(name),
        width: 2,
        ...(key === 'enrollments' && { fill: `${colour(name)}1f` }),
        points: { show: false },
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}
