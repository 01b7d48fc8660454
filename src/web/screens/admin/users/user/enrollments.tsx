import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from '#web/ui/link.tsx'
import type { EntitlementSource } from '#contract/choices.ts'
import { editCoursePath, studentProgressPath } from '#contract/paths/record-paths.ts'
import type { UserDetails } from '#contract/schemas/accounts/admin-users.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { GrantAccessDialog, RevokeAccessDialog } from './access-dialogs.tsx'
import { ListSection } from './list-section.tsx'

type Enrollment = UserDetails['enrollments'][number]

const ACCESS_LABELS: Record<EntitlementSource, string> = {
  free: 'Free',
  order: 'Bought',
  coupon: 'Coupon',
  grant: 'Granted by an admin',
  import: 'Imported',
}

interface EnrollmentsProps {
  user: UserDetails['user']
  enrollments: UserDetails['enrollments']
}

/** The courses of a user, and why each is open. Admins open and close them for students. */
export function Enrollments({ user, enrollments }: EnrollmentsProps) {
  const section = useRef<HTMLElement>(null)
  const [isGrantOpen, setGrantOpen] = useState(false)
  const [toRevoke, setToRevoke] = useState<Enrollment | null>(null)
  const isStudent = user.role === 'student'
  const close = () => {
    setGrantOpen(false)
    setToRevoke(null)
  }
  // The button may have left the list.
  const finish = () => {
    flushSync(close)
    section.current?.focus()
  }
  return (
    <>
      <ListSection
        ref={section}
        title="Courses"
        count={enrollments.length}
        emptyText="No courses yet."
        footer={
          isStudent && (
            <Button variant="secondary" size="sm" className="mt-3 mb-1" onClick={() => setGrantOpen(true)}>
              <AnyIcon name="plus" size={16} />
              Grant access
            </Button>
          )
        }
      >
        {enrollments.map((course) => (
          <EnrollmentItem
            key={course.course_id}
            course={course}
            studentId={user.student_id}
            canRevoke={isStudent && course.access !== null}
            onRevoke={setToRevoke}
          />
        ))}
      </ListSection>
      {isGrantOpen && <GrantAccessDialog user={user} onClose={close} onDone={finish} />}
      {toRevoke && <RevokeAccessDialog user={user} course={toRevoke} onClose={close} onDone={finish} />}
    </>
  )
}

interface EnrollmentItemProps {
  studentId: number
  course: Enrollment
  canRevoke: boolean
  onRevoke: (course: Enrollment) => void
}

function EnrollmentItem({ course, studentId, canRevoke, onRevoke }: EnrollmentItemProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_3.25rem] items-center gap-x-5 gap-y-2 py-3 lg:grid-cols-[minmax(0,1fr)_9rem_3.25rem]">
      <div className="flex min-w-0 items-center justify-between gap-3 max-lg:col-span-2">
        <CourseFacts course={course} />
        {canRevoke && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Revoke access to ${course.title}`}
            className="-mr-2 shrink-0"
            onClick={() => onRevoke(course)}
          >
            Revoke
          </Button>
        )}
      </div>
      <ProgressBar percent={course.progress} label={`Progress in ${course.title}`} />
      <Link
        to={studentProgressPath(course, { student_id: studentId })}
        aria-label={`${course.progress}% of ${course.title}: lessons and timeline`}
        title="Lessons and timeline"
        className={`text-right text-sm tabular-nums underline decoration-border-strong underline-offset-4 hover:text-accent-text ${course.progress === 100 ? 'font-semibold text-success' : 'text-muted'}`}
      >
        {course.progress}%
      </Link>
    </li>
  )
}

function CourseFacts({ course }: { course: Enrollment }) {
  return (
    <div className="min-w-0">
      <Link to={editCoursePath(course)} className="block truncate font-medium hover:text-accent-text hover:underline">
        {course.title}
      </Link>
      <p className="text-xs text-muted">
        Enrolled {formatMediumDate(course.enrolled_date)}
        {course.completed_date && ` · Completed ${formatMediumDate(course.completed_date)}`}
      </p>
      <p className={`text-xs ${course.access === null ? 'text-danger' : 'text-muted'}`}>
        {course.access === null ? 'No access' : ACCESS_LABELS[course.access]}
      </p>
    </div>
  )
}
