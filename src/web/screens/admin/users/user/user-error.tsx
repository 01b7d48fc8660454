import { useRouteError } from 'react-router'
import { AppError } from '#contract/errors.ts'
import { Head } from '#web/ui/head.tsx'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Lantern } from '#web/ui/lantern.tsx'
import { RouteError } from '#web/features/route-error/route-error.tsx'

/** An unknown id, or a path segment that is not an id. */
const NOT_FOUND_CODES = ['user_not_found', 'invalid_input']

export function UserError() {
  const error = useRouteError()
  if (!(error instanceof AppError && NOT_FOUND_CODES.includes(error.code))) return <RouteError />
  return (
    <div className="flex flex-col items-center py-16 text-center">
      <Head title="User not found" noIndex />
      <Lantern className="mb-8 w-64 max-w-full" />
      <h1 className="text-3xl">User not found</h1>
      <p className="mt-3 max-w-md text-muted">This account may have been deleted, or the link is wrong.</p>
      <ButtonLink to={paths.users} className="mt-8">
        All users
      </ButtonLink>
    </div>
  )
}
