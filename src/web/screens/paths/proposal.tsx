import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '#web/ui/link.tsx'
import type { CallOutput } from '#contract/contract.ts'
import { learningPathPath } from '#contract/paths/learning-path-path.ts'
import type { Path } from '#contract/schemas/learning/paths.ts'
import { query } from '#web/data/api.ts'
import { PathFacts } from '#web/features/paths/path-facts.tsx'
import { PathPicture } from '#web/features/paths/path-picture.tsx'
import type { PlanRequest } from '#web/features/paths/plan-search.ts'
import { formatDuration } from '#web/features/player/clock.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

type Week = CallOutput<'findPath'>[number]['weeks'][number]

/** The others open on demand. */
const WEEKS_AT_FIRST = 6

/** The path that fits best, with a plan by week. */
export function Proposal({ plan }: { plan: PlanRequest }) {
  const [proposal] = useSuspenseQuery(query('findPath', plan)).data.msg
  if (!proposal)
    return (
      <p role="status" className="mt-6 text-muted">
        No path fits this goal and level yet. Try other words, any level, or choose from all paths below.
      </p>
    )
  const { path, weeks } = proposal
  return (
    <section
      aria-labelledby="proposal"
      className="card mt-6 overflow-hidden rounded-panel lg:grid lg:grid-cols-[22rem_minmax(0,1fr)]"
    >
      <div className="flex flex-col">
        <div className="relative aspect-[640/300] overflow-hidden">
          <PathPicture path={path} isEager />
        </div>
        <div className="p-5 sm:p-6">
          <p role="status" className="text-sm font-semibold text-accent-text">
            Suggested path
          </p>
          <h2 id="proposal" dir="auto" className="mt-1 text-2xl wrap-anywhere">
            <Link to={learningPathPath(path)} className="underline-offset-4 hover:underline">
              {path.title}
            </Link>
          </h2>
          <p dir="auto" className="mt-1.5 wrap-anywhere text-muted">
            {path.goal}
          </p>
          <PathFacts path={path} className="mt-3" />
          <ButtonLink to={learningPathPath(path)} className="mt-5">
            View path
          </ButtonLink>
        </div>
      </div>
      <div className="border-t border-border p-5 sm:p-6 lg:border-t-0 lg:border-l">
        <h3 className="text-lg">{describePlan(path, weeks, plan)}</h3>
        <WeekList weeks={weeks.slice(0, WEEKS_AT_FIRST)} />
        {weeks.length > WEEKS_AT_FIRST && (
          <details className="group">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm font-semibold text-accent-text [&::-webkit-details-marker]:hidden">
              {formatCount(weeks.length - WEEKS_AT_FIRST, 'more week')}
              <Icon name="chevron-down" size={18} className="transition duration-200 group-open:rotate-180" />
            </summary>
            <WeekList weeks={weeks.slice(WEEKS_AT_FIRST)} />
          </details>
        )}
      </div>
    </section>
  )
}

function describePlan(path: Path, weeks: Week[], { hours_per_week }: PlanRequest): string {
  if (path.duration === 0) return 'Your plan'
  const pace = `${formatCount(hours_per_week, 'hour')} a week`
  return weeks.length === 1 ? `Less than a week at ${pace}` : `About ${formatCount(weeks.length, 'week')} at ${pace}`
}

function WeekList({ weeks }: { weeks: Week[] }) {
  return (
    <ol className="mt-3 divide-y divide-border" start={weeks[0]?.week}>
      {weeks.map(({ week, courses }) => (
        <li key={week} className="flex gap-5 py-2.5">
          <span className="w-18 shrink-0 text-sm text-muted tabular-nums">Week {week}</span>
          <ul className="min-w-0 flex-1 space-y-1">
            {courses.map(({ course_id, title, minutes }) => (
              <li key={course_id} className="flex justify-between gap-4 text-sm">
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {title}
                </span>
                {minutes > 0 && <span className="shrink-0 text-muted">{formatDuration(minutes * 60)}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
