import { useEffect, useEffectEvent, useRef } from 'react'
import UPlot from 'uplot'
import type { DayCounts } from '#contract/schemas/analytics.ts'
import { getDayTicks } from './get-day-ticks.ts'
import { SERIES, type SeriesKey, formatShortDay, formatCount } from './series.ts'
import 'uplot/dist/uPlot.min.css'

interface DayChartProps {
  points: readonly DayCounts[]
  visibleKeys: readonly SeriesKey[]
  /** Which of them is pointed at, by its place. */
  activeIndex: number | null
  onActiveIndexChange: (place: number | null) => void
}

const HEIGHT_PX = 288
/** So that a week without much does not look like a storm. */
const MIN_AXIS_MAX = 4

/** Lines over days or weeks, in the theme's colours as they are when it is mounted: a canvas knows no variables. */
export function DayChart({ points, visibleKeys, activeIndex, onActiveIndexChange }: DayChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const chartRef = useRef<UPlot>(null)
  const point = useEffectEvent(onActiveIndexChange)
  const showActivePoint = useEffectEvent(() => setChartCursor(chartRef.current, activeIndex))

  useEffect(() => {
    const container = place.current
    if (!container) return
    const chart = new UPlot(
      { ...getChartOptions(points, visibleKeys), width: container.clientWidth, height: HEIGHT_PX },
      toChartData(points),
      container,
    )
    chartRef.current = chart
    showActivePoint()
    trackPointer(chart, (index) => point(index))
    const resizeObserver = new ResizeObserver(
      ([entry]) => entry && chart.setSize({ width: entry.contentRect.width, height: HEIGHT_PX }),
    )
    resizeObserver.observe(container)
    return () => {
      resizeObserver.disconnect()
      chart.destroy()
    }
  }, [points, visibleKeys])
  useEffect(() => setChartCursor(chartRef.current, activeIndex), [activeIndex])

  return <div ref={place} aria-hidden="true" className="h-72 [&_.u-cursor-x]:border-muted! [&_.u-over]:touch-pan-y" />
}

/** Days by their places, not their moments: a day is the same day, wherever one looks at it from. */
const toChartData = (points: readonly DayCounts[]): UPlot.AlignedData => [
  points.map((_, index) => index),
  ...SERIES.map(({ key }) => points.map((point) => point[key])),
]

function setChartCursor(chart: UPlot | null, place: number | null): void {
  if (!chart || (chart.cursor.idx ?? null) === place) return
  chart.setCursor(place === null ? { left: -10, top: -10 } : { left: chart.valToPos(place, 'x'), top: 0 })
}

/** Mouse, pen and finger point alike; up and down a finger still scrolls the page, and what it pointed at stays. */
function trackPointer({ over, posToIdx }: UPlot, onActiveIndexChange: (place: number | null) => void): void {
  const onPointer = ({ clientX }: PointerEvent) =>
    onActiveIndexChange(posToIdx(clientX - over.getBoundingClientRect().left))
  over.addEventListener('pointerdown', onPointer)
  over.addEventListener('pointermove', onPointer)
  over.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && onActiveIndexChange(null))
}

function getChartOptions(
  points: readonly DayCounts[],
  visibleKeys: readonly SeriesKey[],
): Omit<UPlot.Options, 'width' | 'height'> {
  const style = getComputedStyle(document.body)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const axis: UPlot.Axis = {
    stroke: colour('--muted'),
    grid: { stroke: colour('--border'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  }
  return {
    padding: [12, 26, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: {
      x: { time: false },
      y: { range: (_chart, _least, most) => [0, Math.max(MIN_AXIS_MAX, Math.ceil(most * 1.1))] },
    },
    axes: [
      {
        ...axis,
        size: 32,
        grid: { show: false },
        splits: (chart) => getDayTicks(points.length, chart.width),
        values: (_chart, places) => places.map((index) => formatShortDay(points[index]?.day ?? '')),
      },
      {
        ...axis,
        size: 46,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000],
        values: (_chart, counts) => counts.map(formatCount),
      },
    ],
    series: [
      {},
      ...SERIES.map(({ key, label, colour: name, isDashed }): UPlot.Series => ({
        label,
        show: visibleKeys.includes(key),
        stroke: colour(name),
        width: 2,
        ...(isDashed && { dash: [6, 4] }),
        ...(key === 'enrollments' && { fill: `${colour(name)}1f` }),
        points: { show: false },
      })),
    ],
  }
}
