import { useEffect, useEffectEvent, useRef } from 'react'
import UPlot from 'uplot'
import { getDayTicks } from './get-day-ticks.ts'
import { type ChartKind, type ChartPoint, formatShortDay } from './series.ts'
import 'uplot/dist/uPlot.min.css'

interface DayChartProps {
  kind: ChartKind
  points: readonly ChartPoint[]
  visible: readonly boolean[]
  activeIndex: number | null
  onActiveIndexChange: (index: number | null) => void
}

const HEIGHT_PX = 288
/** Keeps a quiet week from looking busy. */
const MIN_AXIS_MAX = 4
/** 1, 2, 5, 10 and so on to five billion. */
const AXIS_STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()

/** A canvas cannot use CSS variables: the colors are read on mount, so remount it when the theme changes. */
export function DayChart({ kind, points, visible, activeIndex, onActiveIndexChange }: DayChartProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const chartRef = useRef<UPlot>(null)
  const changeActiveIndex = useEffectEvent(onActiveIndexChange)
  const showActivePoint = useEffectEvent(() => setChartCursor(chartRef.current, activeIndex))

  useEffect(() => {
    const container = containerRef.current
    if (!container) return
    const chart = new UPlot(
      { ...getChartOptions(kind, points, visible), width: container.clientWidth, height: HEIGHT_PX },
      toChartData(kind, points),
      container,
    )
    chartRef.current = chart
    showActivePoint()
    trackPointer(chart, (index) => changeActiveIndex(index))
    const resizeObserver = new ResizeObserver(
      ([entry]) => entry && chart.setSize({ width: entry.contentRect.width, height: HEIGHT_PX }),
    )
    resizeObserver.observe(container)
    return () => {
      resizeObserver.disconnect()
      chart.destroy()
    }
  }, [kind, points, visible])
  useEffect(() => setChartCursor(chartRef.current, activeIndex), [activeIndex])

  return (
    <div ref={containerRef} aria-hidden="true" className="h-72 [&_.u-cursor-x]:border-muted! [&_.u-over]:touch-pan-y" />
  )
}

/** The x axis uses indexes, not timestamps, so that the time zone cannot shift a day. */
const toChartData = ({ series }: ChartKind, points: readonly ChartPoint[]): UPlot.AlignedData => [
  points.map((_, index) => index),
  ...series.map((_, index) => points.map(({ values }) => values[index] ?? 0)),
]

function setChartCursor(chart: UPlot | null, index: number | null): void {
  if (!chart || (chart.cursor.idx ?? null) === index) return
  chart.setCursor(index === null ? { left: -10, top: -10 } : { left: chart.valToPos(index, 'x'), top: 0 })
}

/** A mouse that leaves clears the selection; a finger that is lifted keeps it. */
function trackPointer({ over, posToIdx }: UPlot, onActiveIndexChange: (index: number | null) => void): void {
  const onPointer = ({ clientX }: PointerEvent) =>
    onActiveIndexChange(posToIdx(clientX - over.getBoundingClientRect().left))
  over.addEventListener('pointerdown', onPointer)
  over.addEventListener('pointermove', onPointer)
  over.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && onActiveIndexChange(null))
}

function getChartOptions(
  { series, formatAxis }: ChartKind,
  points: readonly ChartPoint[],
  visible: readonly boolean[],
): Omit<UPlot.Options, 'width' | 'height'> {
  const style = getComputedStyle(document.body)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const axis: UPlot.Axis = {
    stroke: color('--muted'),
    grid: { stroke: color('--border'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  }
  return {
    padding: [12, 26, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: {
      x: { time: false },
      y: { range: (_chart, _min, max) => [0, Math.max(MIN_AXIS_MAX, Math.ceil(max * 1.1))] },
    },
    axes: [
      {
        ...axis,
        size: 32,
        grid: { show: false },
        splits: (chart) => getDayTicks(points.length, chart.width),
        values: (_chart, indexes) => indexes.map((index) => formatShortDay(points[index]?.day ?? '')),
      },
      {
        ...axis,
        size: 46,
        incrs: AXIS_STEPS,
        values: (_chart, values) => values.map(formatAxis),
      },
    ],
    series: [
      {},
      ...series.map(({ label, color: name, isDashed, isFilled }, index): UPlot.Series => ({
        label,
        show: visible[index] ?? true,
        stroke: color(name),
        width: 2,
        ...(isDashed && { dash: [6, 4] }),
        ...(isFilled && { fill: `color-mix(in srgb, ${color(name)} 12%, transparent)` }),
        points: { show: false },
      })),
    ],
  }
}
