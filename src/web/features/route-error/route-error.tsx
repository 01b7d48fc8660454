import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouteError } from 'react-router'
import { AppError } from '#contract/errors.ts'
import { invalidateSession } from '#web/data/session.ts'
import { useReturnPath } from '#web/features/auth/use-return-path.ts'
import { Head } from '#web/ui/head.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Logo } from '#web/ui/icons/logo.tsx'
import { describeError } from './describe-error.ts'
import { isMissingScript, reloadForNewRelease } from './missing-script.ts'

/** In place of a failed screen, inside its layout. */
export function RouteError() {
  const error = useRouteError()
  const { title, hint, message, action } = describeError(error, useReturnPath())
  const client = useQueryClient()
  const isSignedOut = error instanceof AppError && error.code === 'not_signed_in'
  useEffect(() => {
    // Offline, for one, there is no answer.
    if (isMissingScript(error)) reloadForNewRelease().catch(() => null)
  }, [error])
  useEffect(() => {
    // With the user that it had, the guard would lead the login's link to the home page.
    if (isSignedOut) invalidateSession(client).catch(() => null)
  }, [client, isSignedOut])
  return (
    <div className="container-site flex flex-1 flex-col items-center justify-center py-20 text-center">
      <Head title={title} noIndex />
      {/* The site's icon, which the browser has already when nothing else arrives. */}
      <img src="/lantern.svg" alt="" width={112} height={112} className="mb-8" />
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      {hint && <p className="mt-3 max-w-md text-muted">{hint}</p>}
      {message && (
        <p
          role="alert"
          className="mt-5 max-w-md rounded-control border border-border bg-surface px-4 py-2 text-sm wrap-anywhere text-muted"
        >
          {message}
        </p>
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {action && <ButtonLink to={action.to}>{action.name}</ButtonLink>}
        <Button variant={action ? 'secondary' : 'primary'} onClick={() => window.location.reload()}>
          <Icon name="refresh" size={18} />
          Reload page
        </Button>
      </div>
    </div>
  )
}

/** In place of the whole page, when the session could not be loaded. */
export function RootError() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="container-site flex h-16 items-center">
        <Logo />
      </header>
      <main className="flex flex-1 flex-col">
        <RouteError />
      </main>
    </div>
  )
}
