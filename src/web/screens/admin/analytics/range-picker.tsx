import { Link } from '#web/ui/link.tsx'
import { ANALYTICS_RANGES, type AnalyticsRange } from '#contract/choices.ts'
import { useNextSearchParams } from '#web/ui/list/use-next-search-params.ts'

const RANGE_LABELS: Record<AnalyticsRange, string> = { 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' }

/** Links rather than buttons, so that the browser's back button works. */
export function RangePicker({ range }: { range: AnalyticsRange }) {
  const params = useNextSearchParams()
  return (
    <nav aria-label="Date range" className="flex rounded-control border border-border-strong p-0.5">
      {ANALYTICS_RANGES.map((days) => {
        const next = new URLSearchParams(params)
        next.set('days', String(days))
        return (
          <Link
            key={days}
            to={`?${next}`}
            preventScrollReset
            aria-current={days === range ? 'true' : undefined}
            className="inline-flex h-9.5 items-center rounded-[6px] px-3 text-sm font-medium whitespace-nowrap text-muted transition duration-150 hover:text-text aria-[current]:bg-[var(--accent-wash)] aria-[current]:text-accent-text"
          >
            {RANGE_LABELS[days]}
          </Link>
        )
      })}
    </nav>
  )
}
