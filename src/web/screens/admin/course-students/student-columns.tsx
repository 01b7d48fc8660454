import { Link } from '#web/ui/link.tsx'
import { studentProgressPath } from '#contract/paths/record-paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import { formatTimeAgo } from '#web/ui/format/time-ago.ts'
import type { Column } from '#web/ui/list/table-row.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { CourseStudent } from './course-students-screen.tsx'

/** Small screens show progress and activity below the name. */
export const STUDENT_TEMPLATE = 'grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_12rem_8rem_8rem_8rem]'

interface StudentColumnsOptions {
  courseId: number
  /** When the list was loaded: the server and the browser must render the same text. */
  now: number
}

export function getStudentColumns({ courseId, now }: StudentColumnsOptions): Column<CourseStudent>[] {
  return [
    {
      key: 'student',
      title: 'Student',
      renderCell: (student) => <StudentCell student={student} courseId={courseId} now={now} />,
    },
    {
      key: 'progress',
      title: 'Progress',
      className: 'max-lg:hidden',
      renderCell: (student) => <Progress student={student} />,
    },
    {
      key: 'active',
      title: 'Last active',
      className: 'max-lg:hidden',
      renderCell: (student) => describeActivity(student, now),
    },
    {
      key: 'enrolled',
      title: 'Enrolled',
      className: 'max-lg:hidden',
      renderCell: ({ enrolled_date }) => formatMediumDate(enrolled_date),
    },
    {
      key: 'finished',
      title: 'Finished',
      className: 'max-lg:hidden',
      renderCell: ({ finished_date, has_access }) =>
        has_access ? finished_date ? formatMediumDate(finished_date) : <NotYet /> : <NoAccess />,
    },
  ]
}

const describeActivity = ({ last_active_date }: CourseStudent, now: number) =>
  last_active_date ? formatTimeAgo(last_active_date, now) : 'Not begun'

const NotYet = () => (
  <span className="text-muted">
    –<span className="sr-only">Not finished</span>
  </span>
)

const NoAccess = () => <span className="text-danger">No access</span>

function Progress({ student: { name, progress } }: { student: CourseStudent }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_2.75rem] items-center gap-3">
      <ProgressBar percent={progress} label={`Progress of ${name}`} />
      <span
        className={`text-right text-sm tabular-nums ${progress === 100 ? 'font-semibold text-success' : 'text-muted'}`}
      >
        {progress}%
      </span>
    </div>
  )
}

function StudentCell({ student, courseId, now }: { student: CourseStudent } & StudentColumnsOptions) {
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-3">
        <Avatar imageUrl={student.image_url} size={36} />
        <div className="min-w-0">
          {/* The link covers the whole row. */}
          <Link
            to={studentProgressPath({ course_id: courseId }, student)}
            className="block truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {student.name}
          </Link>
          <p className="truncate text-xs text-muted">{student.email}</p>
        </div>
      </div>
      <div className="mt-2.5 lg:hidden">
        <Progress student={student} />
        <p className="mt-1 text-xs text-muted">
          {student.has_access ? describeActivity(student, now) : <NoAccess />}
          {student.finished_date && ` · Finished ${formatMediumDate(student.finished_date)}`}
        </p>
      </div>
    </div>
  )
}
