import { useRouteError } from 'react-router'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { Head } from '#web/ui/head.tsx'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RouteError } from '#web/features/route-error/route-error.tsx'

/** invalid_input: the id in the address is not a number. */
const NOT_FOUND_CODES: ErrorCode[] = ['course_not_found', 'invalid_input']

export function CourseFormError() {
  const error = useRouteError()
  if (!(error instanceof AppError && NOT_FOUND_CODES.includes(error.code))) return <RouteError />
  return (
    <div className="card">
      <Head title="No Course Found" noIndex />
      <h1 className="sr-only">Edit Course</h1>
      <EmptyState title="No Course Found">
        <p>It may have been deleted, or the link is wrong.</p>
        <ButtonLink to={paths.adminCourses}>Course Panel</ButtonLink>
      </EmptyState>
    </div>
  )
}
