import { Link } from 'react-router'
import type { UserDetails } from '#contract/schemas/admin-users.ts'
import { editCoursePath } from '#contract/paths.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import { ListSection } from './list-section.tsx'

export function Enrollments({ enrollments }: { enrollments: UserDetails['enrollments'] }) {
  return (
    <ListSection title="Courses" count={enrollments.length} emptyText="No courses yet.">
      {enrollments.map((course) => (
        <li
          key={course.course_id}
          className="grid grid-cols-[minmax(0,1fr)_3.25rem] items-center gap-x-5 gap-y-2 py-3 lg:grid-cols-[minmax(0,1fr)_9rem_3.25rem]"
        >
          <div className="min-w-0 max-lg:col-span-2">
            <Link
              to={editCoursePath(course)}
              className="block truncate font-medium hover:text-accent-text hover:underline"
            >
              {course.title}
            </Link>
            <p className="text-xs text-muted">
              Enrolled {formatMediumDate(course.enrolled_date)}
              {course.completed_date && ` · Completed ${formatMediumDate(course.completed_date)}`}
            </p>
          </div>
          <ProgressBar percent={course.progress} label={`Progress in ${course.title}`} />
          <span
            className={`text-right text-sm tabular-nums ${course.progress === 100 ? 'font-semibold text-success' : 'text-muted'}`}
          >
            {course.progress}%
          </span>
        </li>
      ))}
    </ListSection>
  )
}
