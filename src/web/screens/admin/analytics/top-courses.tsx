import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/ui/link.tsx'
import type { AnalyticsRange } from '#contract/choices.ts'
import type { TopCourse } from '#contract/schemas/operations/analytics.ts'
import { query } from '#web/data/api.ts'
import { coursePath } from '#contract/paths.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { useNextSearchParams } from '#web/ui/list/use-next-search-params.ts'
import { STAR_PATH } from '#web/ui/star-rating.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { AnalyticsLoadError, AnalyticsSection } from './analytics-section.tsx'

const REFETCH_INTERVAL_MS = 60_000

/** @param courseId the course whose funnel is shown */
export function TopCourses({ range, courseId }: { range: AnalyticsRange; courseId: number }) {
  const { data, isError, refetch } = useQuery({
    ...query('getTopCourses', { days: range }),
    staleTime: 30_000,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return (
    <AnalyticsSection
      title="Top courses"
      description={`Most enrollments in the last ${range} days, and how many of those students finished.`}
    >
      {data ? (
        <CourseBars courses={data.msg} courseId={courseId} />
      ) : isError ? (
        <AnalyticsLoadError refetch={refetch} />
      ) : (
        <TopCoursesSkeleton />
      )}
    </AnalyticsSection>
  )
}

function CourseBars({ courses, courseId }: { courses: TopCourse[]; courseId: number }) {
  const params = useNextSearchParams()
  const maxEnrolled = courses[0]?.enrolled ?? 1
  if (courses.length === 0) return <p className="py-12 text-center text-muted">No enrollments in this period.</p>
  return (
    <ol className="mt-5 space-y-3.5">
      {courses.map((course) => {
        const { course_id, title, enrolled, completed, stars } = course
        const next = new URLSearchParams(params)
        next.set('course', String(course_id))
        return (
          <li key={course_id}>
            <p className="flex items-center gap-2 text-sm">
              <Link
                to={coursePath(course)}
                className="min-w-0 truncate py-0.5 font-medium underline-offset-4 hover:text-accent-text hover:underline"
              >
                {title}
              </Link>
              {stars > 0 && (
                <span className="flex items-center gap-1 text-xs text-muted tabular-nums max-sm:hidden">
                  <svg aria-hidden="true" viewBox="0 0 24 24" width={12} height={12} className="fill-accent-text">
                    <path d={STAR_PATH} />
                  </svg>
                  {stars.toFixed(1)}
                  <span className="sr-only"> out of 5 stars</span>
                </span>
              )}
              <span className="ml-auto whitespace-nowrap tabular-nums">
                <span className="font-semibold">{formatCount(enrolled)}</span>
                <span className="sr-only"> enrolled,</span>
                <span className="text-muted"> · {formatCount(completed)} finished</span>
              </span>
              <Link
                to={`?${next}`}
                preventScrollReset
                aria-label={`Show completion of “${title}”`}
                aria-current={course_id === courseId ? 'true' : undefined}
                title="Show completion"
                className="grid size-7 shrink-0 place-items-center rounded-control text-muted transition duration-150 hover:bg-raised hover:text-text aria-[current]:text-accent-text"
              >
                <Icon name="dashboard" size={15} />
              </Link>
            </p>
            <div aria-hidden="true" className="mt-1.5 h-2 rounded-full bg-raised">
              <div
                className="relative h-full overflow-hidden rounded-full bg-chart/35 ring-1 ring-chart ring-inset forced-colors:outline forced-colors:outline-[Highlight]"
                style={{ width: `${(100 * enrolled) / maxEnrolled}%` }}
              >
                <div className="h-full rounded-full bg-chart" style={{ width: `${(100 * completed) / enrolled}%` }} />
              </div>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function TopCoursesSkeleton() {
  return (
    <div aria-hidden="true" className="mt-5 space-y-4">
      {Array.from({ length: 7 }, (_, index) => (
        <div key={index} className="skeleton h-8" />
      ))}
    </div>
  )
}
