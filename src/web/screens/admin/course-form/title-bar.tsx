import { Link } from '#web/ui/link.tsx'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { Head } from '#web/ui/head.tsx'
import { coursePath, paths } from '#contract/paths.ts'
import { courseStudentsPath } from '#contract/paths/record-paths.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'

export function TitleBar({ title, course }: { title: string; course: AdminCourse | null }) {
  return (
    <div className="mb-4 flex items-center gap-3">
      <Head title={title} noIndex />
      <h1 className="min-w-0 flex-1 text-2xl leading-7">{title}</h1>
      {course && (
        <div className="flex gap-2">
          <ButtonLink to={courseStudentsPath(course)} variant="secondary" size="sm" title="Students">
            <AnyIcon name="users" size={17} />
            <span className="max-sm:sr-only">Students</span>
          </ButtonLink>
          <ButtonLink
            to={`${paths.viewAsStudent}?${new URLSearchParams({ next: coursePath(course) })}`}
            variant="secondary"
            size="sm"
          >
            <AnyIcon name="eye" size={17} />
            <span>
              Preview<span className="max-sm:sr-only"> as student</span>
            </span>
          </ButtonLink>
        </div>
      )}
      <Link
        to={paths.adminCourses}
        aria-label="Close and return to the Course Panel"
        title="Close"
        className="-mr-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
      >
        <Icon name="close" />
      </Link>
    </div>
  )
}
