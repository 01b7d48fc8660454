import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#web/data/api.ts'
import { paths, withNext } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useNextPath } from './use-next-path.ts'

/** Hidden where Google is not configured. The link leaves the app, so the router must not handle it. */
export function GoogleSignIn() {
  const { data } = useSuspenseQuery(query('getSignInMethods', {}))
  const next = useNextPath()
  if (!data.msg.google) return null
  return (
    <div className="mb-5 space-y-5">
      <ButtonLink
        to={withNext(paths.googleSignIn, next)}
        reloadDocument
        variant="secondary"
        size="lg"
        className="w-full"
      >
        <GoogleMark />
        Continue with Google
      </ButtonLink>
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
    </div>
  )
}

/** The colors that Google's branding guidelines require. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" width={20} height={20} viewBox="0 0 24 24" className="shrink-0">
      <path
        fill="#4285f4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92c-.26 1.37-1.04 2.53-2.21 3.31v2.77h3.57c2.08-1.92 3.28-4.74 3.28-8.09z"
      />
      <path
        fill="#34a853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84C3.99 20.53 7.7 23 12 23z"
      />
      <path
        fill="#fbbc05"
        d="M5.84 14.09c-.22-.66-.35-1.36-.35-2.09s.13-1.43.35-2.09V7.07H2.18C1.43 8.55 1 10.22 1 12s.43 3.45 1.18 4.93l2.85-2.22.81-.62z"
      />
      <path
        fill="#ea4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15C17.45 2.09 14.97 1 12 1 7.7 1 3.99 3.47 2.18 7.07l3.66 2.84c.87-2.6 3.3-4.53 6.16-4.53z"
      />
    </svg>
  )
}
