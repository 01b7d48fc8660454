import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { paths } from '#contract/paths.ts'
import { useFocusMainOnNavigation } from '#web/app/use-focus-main-on-navigation.ts'
import { useIsViewingAsStudent, useNeedsEmailProof } from '#web/data/session.ts'
import { useIsInMaintenance } from '#web/data/site-state.ts'
import { Footer } from './footer.tsx'
import { TopBar } from './top-bar.tsx'

const loadBanner = () => import('./email-proof-banner.tsx').then(({ EmailProofBanner }) => EmailProofBanner)
// renderToString cannot wait.
const EmailProofBanner = import.meta.env.SSR
  ? await loadBanner()
  : lazy(() => loadBanner().then((component) => ({ default: component })))

export function SiteLayout() {
  const main = useFocusMainOnNavigation()
  const isInMaintenance = useIsInMaintenance()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
      >
        Skip to content
      </a>
      {useIsViewingAsStudent() && <StudentViewBanner />}
      <TopBar />
      {useNeedsEmailProof() && (
        <Suspense>
          <EmailProofBanner />
        </Suspense>
      )}
      <main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      {!isInMaintenance && <Footer />}
    </div>
  )
}

/** For an admin who views the site as a student. Its height is `--strip` in tokens.css. */
function StudentViewBanner() {
  return (
    <aside
      id="view-strip"
      aria-label="Student view"
      className="sticky top-0 z-50 flex h-(--strip) items-center justify-center gap-x-4 bg-accent px-4 text-xs leading-4 text-on-accent sm:text-sm"
    >
      <p>You’re viewing the site as a student</p>
      <Link
        to={paths.viewAsAdmin}
        className="rounded-control py-1.5 font-semibold whitespace-nowrap underline outline-current"
      >
        Back to the dashboard
      </Link>
    </aside>
  )
}
