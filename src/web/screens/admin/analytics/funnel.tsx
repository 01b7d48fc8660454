import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { CourseFunnel } from '#contract/schemas/operations/analytics.ts'
import { query } from '#web/data/api.ts'
import { CourseSelect } from '#web/features/courses/course-select.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { AnalyticsLoadError, AnalyticsSection } from './analytics-section.tsx'

const STEPS = [
  { key: 'enrolled', label: 'Enrolled' },
  { key: 'started', label: 'Finished a lesson' },
  { key: 'half', label: 'Reached 50%' },
  { key: 'completed', label: 'Finished the course' },
] as const satisfies { key: keyof CourseFunnel; label: string }[]

/** @param courseId 0 when none is chosen */
export function Funnel({ courseId }: { courseId: number }) {
  const [, setParams] = useSearchParams()
  const selectCourse = (id: number) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (id === 0) next.delete('course')
        else next.set('course', String(id))
        return next
      },
      { preventScrollReset: true },
    )
  return (
    <AnalyticsSection title="Completion">
      <div className="mt-4">
        <CourseSelect courseId={courseId} onSelect={selectCourse} />
      </div>
      {courseId === 0 ? (
        <p className="mt-6 grid h-74 place-items-center text-center text-muted">
          Choose a course to see how many students start and finish it.
        </p>
      ) : (
        <FunnelSteps courseId={courseId} />
      )}
    </AnalyticsSection>
  )
}

function FunnelSteps({ courseId }: { courseId: number }) {
  const { data, isError, refetch } = useQuery({
    ...query('getCourseFunnel', { course_id: courseId }),
    staleTime: 30_000,
  })
  if (!data)
    return isError ? (
      <AnalyticsLoadError refetch={refetch} />
    ) : (
      <div aria-hidden="true" className="skeleton mt-6 h-74" />
    )
  const { msg: funnel } = data
  const percent = (count: number) => (funnel.enrolled === 0 ? 0 : Math.round((100 * count) / funnel.enrolled))
  return (
    <ol className="mt-6 space-y-4">
      {STEPS.map(({ key, label }) => (
        <li key={key}>
          <p className="flex items-baseline justify-between gap-4 text-sm">
            <span className="font-medium">{label}</span>
            <span className="tabular-nums">
              <span className="font-semibold">{formatCount(funnel[key])}</span>
              <span className="inline-block w-14 text-right text-muted">{percent(funnel[key])}%</span>
            </span>
          </p>
          <div aria-hidden="true" className="mt-1.5 h-8 overflow-hidden rounded-control bg-raised">
            <div
              className="h-full rounded-control bg-chart transition-transform duration-240 ease-out"
              style={{ transform: `translateX(${percent(funnel[key]) - 100}%)` }}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
