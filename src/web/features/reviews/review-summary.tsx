import type { CallOutput } from '#contract/contract.ts'
import { STAR_PATH, StarRating } from '#web/ui/star-rating.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'

type Counts = CallOutput<'getReviewSummary'>['counts']

export function ReviewSummary({ counts }: { counts: Counts }) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const mean = counts.reduce((sum, count, index) => sum + count * (index + 1), 0) / total
  const most = Math.max(...counts)
  // One decimal, as in the catalog.
  const shown = Math.round(mean * 10) / 10
  return (
    <div className="card mt-5 grid items-center gap-x-10 gap-y-5 rounded-panel p-5 sm:grid-cols-[auto_1fr] sm:p-6">
      <p className="flex items-center gap-4 sm:flex-col sm:gap-1 sm:text-center">
        <span className="font-display text-5xl font-semibold tabular-nums">{shown.toFixed(1)}</span>
        <span className="flex flex-col gap-0.5 sm:items-center">
          <StarRating value={shown} size={18} />
          <span className="text-sm text-muted">
            from {total} {total === 1 ? 'review' : 'reviews'}
          </span>
        </span>
      </p>
      <ul className="space-y-1.5">
        {counts
          .map((count, index) => ({ count, stars: index + 1 }))
          .reverse()
          .map(({ count, stars }) => (
            <li key={stars} className="grid grid-cols-[2rem_1fr_2rem] items-center gap-3 text-sm tabular-nums">
              <span className="sr-only">{`${formatCount(stars, 'star')}: ${count} ${count === 1 ? 'review' : 'reviews'}`}</span>
              <span aria-hidden="true" className="flex items-center gap-1 text-muted">
                {stars}
                <svg viewBox="0 0 24 24" width={13} height={13} className="fill-current">
                  <path d={STAR_PATH} />
                </svg>
              </span>
              <span
                aria-hidden="true"
                className="h-2 overflow-hidden rounded-full bg-raised ring-1 ring-border ring-inset forced-colors:outline forced-colors:outline-[CanvasText]"
              >
                <span className="block h-full rounded-full bg-chart" style={{ width: `${(100 * count) / most}%` }} />
              </span>
              <span aria-hidden="true" className="text-right text-muted">
                {count}
              </span>
            </li>
          ))}
      </ul>
    </div>
  )
}
