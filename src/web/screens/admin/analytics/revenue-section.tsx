import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnalyticsRange } from '#contract/choices.ts'
import { formatMoney } from '#contract/money.ts'
import type { Revenue } from '#contract/schemas/operations/analytics.ts'
import { query } from '#web/data/api.ts'
import { AnalyticsLoadError, AnalyticsSection } from './analytics-section.tsx'
import { DayLines, isWeeklyRange } from './days/day-lines.tsx'
import { RevenueTotals } from './revenue-totals.tsx'
import type { ChartKind } from './days/series.ts'
import { TopEarners } from './top-earners.tsx'

const REFETCH_INTERVAL_MS = 60_000

/** What was paid and refunded over the range, and the courses that earned most. */
export function RevenueSection({ range }: { range: AnalyticsRange }) {
  const { data, isError, refetch } = useQuery({
    ...query('getRevenue', { days: range }),
    staleTime: 30_000,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const revenue = data?.msg
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <AnalyticsSection title={isWeeklyRange(range) ? 'Weekly revenue' : 'Daily revenue'}>
        {!revenue && isError ? (
          <AnalyticsLoadError refetch={refetch} />
        ) : (
          <RevenueChart revenue={revenue} range={range} />
        )}
      </AnalyticsSection>
      <AnalyticsSection title="Top earning courses" description="Paid in this period, less refunds.">
        {!revenue && isError ? <AnalyticsLoadError refetch={refetch} /> : <TopEarners revenue={revenue} />}
      </AnalyticsSection>
    </div>
  )
}

/** @param revenue undefined while it is loading */
function RevenueChart({ revenue, range }: { revenue: Revenue | undefined; range: AnalyticsRange }) {
  const currency = revenue?.currency ?? 'USD'
  const kind = useMemo(() => getRevenueKind(currency), [currency])
  const days = useMemo(
    () => revenue?.days.map(({ day, revenue: paid, refunds }) => ({ day, values: [paid, refunds] })),
    [revenue],
  )
  return (
    <>
      <RevenueTotals revenue={revenue} />
      <DayLines kind={kind} days={days} range={range} />
    </>
  )
}

function getRevenueKind(currency: string): ChartKind {
  const axis = new Intl.NumberFormat('en-US', { style: 'currency', currency, notation: 'compact' })
  return {
    series: [
      { label: 'Revenue', color: '--chart', isFilled: true },
      { label: 'Refunds', color: '--danger', isDashed: true },
    ],
    formatValue: (amount) => formatMoney(amount, currency),
    formatAxis: (amount) => axis.format(amount),
    noun: 'revenue',
    emptyText: 'Nothing was sold in this period.',
  }
}
