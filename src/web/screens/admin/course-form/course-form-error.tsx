import { useRouteError } from 'react-router'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { Head } from '#web/ui/head.tsx'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RouteError } from '#web/app/route-error/route-error.tsx'

/** An address without a number is refused as such. */
const NOT_FOUND_CODES: ErrorCode[] = ['course_not_found', 'invalid_input']

/** In place of the form of a course that is not there. */
export function CourseFormError() {
  const error = useRouteError()
  if (!(error instanceof AppError && NOT_FOUND_CODES.includes(error.code))) return <RouteError />
  return (
    <div className="card">
      <Head title="No Course Found" noIndex />
      <h1 className="sr-only">Edit Course</h1>
      <EmptyState title="No Course Found">
        <p>It may have been deleted, or the address is not quite right.</p>
        <ButtonLink to={paths.adminCourses}>Course Panel</ButtonLink>
      </EmptyState>
    </div>
  )
}
