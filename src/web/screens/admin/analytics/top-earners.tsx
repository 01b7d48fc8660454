import { Link } from '#web/ui/link.tsx'
import { formatMoney } from '#contract/money.ts'
import { coursePath } from '#contract/paths.ts'
import type { Revenue } from '#contract/schemas/operations/analytics.ts'
import { formatCount } from '#web/ui/format/format-count.ts'

/** @param revenue undefined while it is loading */
export function TopEarners({ revenue }: { revenue: Revenue | undefined }) {
  if (!revenue) return <div aria-hidden="true" className="skeleton mt-5 h-72" />
  const { courses, currency } = revenue
  if (courses.length === 0) return <p className="py-12 text-center text-muted">Nothing was sold in this period.</p>
  const best = courses[0]?.revenue ?? 1
  return (
    <ol className="mt-5 space-y-3.5">
      {courses.map((course) => (
        <li key={course.course_id}>
          <p className="flex items-baseline gap-3 text-sm">
            <Link
              to={coursePath(course)}
              className="min-w-0 truncate py-0.5 font-medium underline-offset-4 hover:text-accent-text hover:underline"
            >
              {course.title}
            </Link>
            <span className="ml-auto whitespace-nowrap tabular-nums">
              <span className="text-xs text-muted">{formatCount(course.orders, 'order')} · </span>
              <span className="font-semibold">{formatMoney(course.revenue, currency)}</span>
            </span>
          </p>
          <div aria-hidden="true" className="mt-1.5 h-2 rounded-full bg-raised">
            <div className="h-full rounded-full bg-chart" style={{ width: `${(100 * course.revenue) / best}%` }} />
          </div>
        </li>
      ))}
    </ol>
  )
}
