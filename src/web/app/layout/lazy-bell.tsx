import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { optionalPart } from '#web/features/lazy-part/optional-part.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'

const Bell = optionalPart(() => import('./bell/bell.tsx').then((module) => module.Bell))

/** Reserves the bell's space and loads it after hydration, so that its script does not delay the page. */
export function LazyBell({ user }: { user: User }) {
  const isHydrated = useHydrated()
  // Its calls could arrive when the session has just ended.
  const isLoggingOut = useLocation().pathname.endsWith(paths.logout)
  return (
    <div className="size-11 md:size-10">
      {isHydrated && !isLoggingOut && (
        <Suspense>
          <Bell user={user} />
        </Suspense>
      )}
    </div>
  )
}
