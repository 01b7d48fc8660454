import { useRouteError } from 'react-router'
import { AppError } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { RouteError } from '#web/features/route-error/route-error.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Head } from '#web/ui/head.tsx'
import { Lantern } from '#web/ui/lantern.tsx'

/** An unknown id, or a path segment that is not an id. */
const NOT_FOUND_CODES = ['order_not_found', 'invalid_input']

export function OrderError() {
  const error = useRouteError()
  if (!(error instanceof AppError && NOT_FOUND_CODES.includes(error.code))) return <RouteError />
  return (
    <div className="flex flex-col items-center py-16 text-center">
      <Head title="Order not found" noIndex />
      <Lantern className="mb-8 w-64 max-w-full" />
      <h1 className="text-3xl">Order not found</h1>
      <p className="mt-3 max-w-md text-muted">The link is wrong. Search for the order by its number.</p>
      <ButtonLink to={paths.orders} className="mt-8">
        All orders
      </ButtonLink>
    </div>
  )
}
