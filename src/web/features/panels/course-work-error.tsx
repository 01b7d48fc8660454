import { useRouteError } from 'react-router'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { RouteError } from '#web/features/route-error/route-error.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Head } from '#web/ui/head.tsx'
import { Lantern } from '#web/ui/lantern.tsx'

const NOT_FOUND_CODES: readonly ErrorCode[] = [
  'course_not_found',
  'user_not_found',
  'lesson_not_found',
  'not_enrolled',
  'invalid_input',
]

/** A course, a student of it or a quiz that does not exist. */
export function CourseWorkError() {
  const error = useRouteError()
  if (!(error instanceof AppError && NOT_FOUND_CODES.includes(error.code))) return <RouteError />
  return (
    <div className="flex flex-col items-center py-16 text-center">
      <Head title="Not found" noIndex />
      <Lantern className="mb-8 w-64 max-w-full" />
      <h1 className="text-3xl">Not found</h1>
      <p className="mt-3 max-w-md text-muted">
        The course, the student or the lesson was removed, the student is not enrolled, or the link is wrong.
      </p>
      <ButtonLink to={paths.adminCourses} className="mt-8">
        All courses
      </ButtonLink>
    </div>
  )
}
