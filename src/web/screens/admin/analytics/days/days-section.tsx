import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnalyticsRange } from '#contract/choices.ts'
import type { DayCounts } from '#contract/schemas/operations/analytics.ts'
import { query } from '#web/data/api.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import { AnalyticsLoadError, AnalyticsSection } from '../analytics-section.tsx'
import { DayLines, isWeeklyRange } from './day-lines.tsx'
import type { ChartKind, ChartPoint } from './series.ts'

const REFETCH_INTERVAL_MS = 60_000

const ACTIVITY: ChartKind = {
  series: [
    { label: 'Sign-ups', color: '--info' },
    { label: 'Enrollments', color: '--chart', isFilled: true },
    { label: 'Completions', color: '--success', isDashed: true },
  ],
  formatValue: (count) => formatCount(count),
  formatAxis: (count) => formatCount(count),
  noun: '',
  emptyText: 'No activity in this period.',
}

const toPoint = ({ day, signups, enrollments, completions }: DayCounts): ChartPoint => ({
  day,
  values: [signups, enrollments, completions],
})

/** Sign-ups, enrollments and completions over the range. */
export function DaysSection({ range }: { range: AnalyticsRange }) {
  const { data, isError, refetch } = useQuery({
    ...query('getAnalysticByDay', { days: range }),
    staleTime: 30_000,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const days = useMemo(() => data?.msg.map(toPoint), [data])
  return (
    <AnalyticsSection title={isWeeklyRange(range) ? 'Weekly activity' : 'Daily activity'}>
      {!days && isError ? (
        <AnalyticsLoadError refetch={refetch} />
      ) : (
        <DayLines kind={ACTIVITY} days={days} range={range} />
      )}
    </AnalyticsSection>
  )
}
