import { isRouteErrorResponse, useNavigate, useRouteError } from 'react-router'
import { Head } from '#web/ui/head.tsx'
import { paths } from '#contract/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Lantern } from '#web/ui/icons/lantern.tsx'
import { RouteError } from '#web/features/route-error/route-error.tsx'

export function SitePageNotFound() {
  return <PageNotFound title="404 - Page Not Found" />
}

export function AreaPageNotFound() {
  return <PageNotFound title="Page Not Found" />
}

/** Also the error boundary of the catch-all route, so other errors are shown as such. */
function PageNotFound({ title }: { title: string }) {
  const error = useRouteError()
  const goBack = useGoBack()
  if (error !== undefined && !(isRouteErrorResponse(error) && error.status === 404)) return <RouteError />
  return (
    <div className="container-site flex flex-1 flex-col items-center justify-center py-20 text-center">
      <Head title={title} noIndex />
      <Lantern className="mb-8 w-72 max-w-full" />
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <p className="mt-3 max-w-md text-muted">This page doesn’t exist or has moved.</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={goBack}>Go back</Button>
        <ButtonLink to={paths.allCourses} variant="secondary">
          All courses
        </ButtonLink>
      </div>
    </div>
  )
}

/** Goes home when the tab has no previous page. */
function useGoBack(): () => void {
  const navigate = useNavigate()
  return () => {
    if (window.history.length > 1) void navigate(-1)
    else void navigate(paths.home)
  }
}
