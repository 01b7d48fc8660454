import { type KeyboardEvent, Suspense } from 'react'
import { lazyPart } from '#web/features/lazy-part/lazy-part.tsx'
import { useTheme } from '#web/theme/theme.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { type ChartKind, type ChartPoint, describePoint, getTotal } from './series.ts'

/** Loaded on its own: it needs a browser, and the totals above should not wait for it. */
const DayChart = lazyPart(() => import('./day-chart.tsx').then(({ DayChart }) => DayChart))

interface ChartSliderProps {
  kind: ChartKind
  points: readonly ChartPoint[]
  isWeekly: boolean
  visible: readonly boolean[]
  activeIndex: number | null
  onActiveIndexChange: (index: number | null) => void
}

/** Makes the chart usable by keyboard and screen reader: a slider over its points. */
export function ChartSlider({ kind, points, isWeekly, visible, activeIndex, onActiveIndexChange }: ChartSliderProps) {
  const isHydrated = useHydrated()
  const theme = useTheme()
  const last = points.length - 1
  const index = Math.min(activeIndex ?? last, last)
  const current = points[index]
  if (!current) return null
  const onKeyDown = (event: KeyboardEvent) => {
    const targetIndex = getTargetIndex(event.key, index, last)
    if (targetIndex === undefined) return
    event.preventDefault()
    onActiveIndexChange(targetIndex)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={[isWeekly ? 'Selected week' : 'Selected day', kind.noun].filter(Boolean).join(', ')}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={index + 1}
      aria-valuetext={describePoint(current, isWeekly, kind, visible)}
      onKeyDown={onKeyDown}
      onBlur={() => onActiveIndexChange(null)}
      className="relative mt-4 h-72 rounded-control"
    >
      {isHydrated && (
        <Suspense fallback={<div aria-hidden="true" className="skeleton h-full" />}>
          <DayChart
            key={theme}
            kind={kind}
            points={points}
            visible={visible}
            activeIndex={activeIndex}
            onActiveIndexChange={onActiveIndexChange}
          />
        </Suspense>
      )}
      {kind.series.every((_, seriesIndex) => getTotal(points, seriesIndex) === 0) && (
        <p className="pointer-events-none absolute inset-0 grid place-items-center pb-8 text-muted">{kind.emptyText}</p>
      )}
    </div>
  )
}

/** @returns null to clear the selection, undefined for any other key */
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
