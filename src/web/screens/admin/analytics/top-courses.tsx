import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { AnalyticsRange } from '#contract/analytics-ranges.ts'
import type { TopCourse } from '#contract/analytics.ts'
import { query } from '#web/api.ts'
import { SectionFailed } from './section-failed.tsx'

const COUNT = new Intl.NumberFormat('en-US')

/** The ten courses with the most enrollments of the range. Each leads to its funnel. */
export function TopCourses({ range }: { range: AnalyticsRange }) {
  const { data, isError, refetch } = useQuery({ ...query('getTopCourses', { days: range }), staleTime: 30_000 })
  return (
    <section aria-labelledby="top-courses" className="card min-w-0 p-5 sm:p-6">
      <h2 id="top-courses" className="text-xl">
        Top courses
      </h2>
      <p className="mt-1 text-sm text-muted">By enrollments of the last {range} days, and how many of those have finished.</p>
      {data ? <Bars courses={data.msg} /> : isError ? <SectionFailed onRetry={() => void refetch()} /> : <Waiting />}
    </section>
  )
}

function Bars({ courses }: { courses: TopCourse[] }) {
  const [params] = useSearchParams()
  const most = courses[0]?.enrolled ?? 1
  if (courses.length === 0) return <p className="py-12 text-center text-muted">Nobody has enrolled in these days.</p>
  return (
    <ol className="mt-5 space-y-3.5">
      {courses.map(({ course_id, title, enrolled, completed }) => {
        const next = new URLSearchParams(params)
        next.set('course', String(course_id))
        return (
          <li key={course_id}>
            <p className="flex items-baseline justify-between gap-4 text-sm">
              <Link to={`?${next}`} preventScrollReset className="min-w-0 truncate py-0.5 font-medium underline-offset-4 hover:text-accent-text hover:underline">
                {title}
              </Link>
              <span className="whitespace-nowrap tabular-nums">
                <span className="font-semibold">{COUNT.format(enrolled)}</span>
                <span className="sr-only"> enrolled,</span>
                <span className="text-muted"> · {COUNT.format(completed)} finished</span>
              </span>
            </p>
            <div aria-hidden="true" className="mt-1.5 h-2 rounded-full bg-raised">
              <div className="relative h-full overflow-hidden rounded-full bg-accent/35" style={{ width: `${(100 * enrolled) / most}%` }}>
                <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * completed) / enrolled}%` }} />
              </div>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Waiting() {
  return (
    <div aria-hidden="true" className="mt-5 space-y-4">
      {Array.from({ length: 7 }, (_, index) => (
        <div key={index} className="skeleton h-8" />
      ))}
    </div>
  )
}
