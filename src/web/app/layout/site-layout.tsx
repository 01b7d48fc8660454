import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { useFocusMainOnNavigation } from '#web/app/use-focus-main-on-navigation.ts'
import { useIsViewingAsStudent, useNeedsEmailProof } from '#web/data/session.ts'
import { useIsInMaintenance } from '#web/data/site-state.ts'
import { optionalPart } from '#web/features/lazy-part/optional-part.ts'
import { Footer } from './footer.tsx'
import { TopBar } from './top-bar.tsx'

// Few users see one of them. On the server they are loaded at once: renderToString cannot wait.
const StudentViewBanner = import.meta.env.SSR
  ? (await import('./student-view-banner.tsx')).StudentViewBanner
  : optionalPart(() => import('./student-view-banner.tsx').then((module) => module.StudentViewBanner))
const EmailProofBanner = import.meta.env.SSR
  ? (await import('./email-proof-banner.tsx')).EmailProofBanner
  : optionalPart(() => import('./email-proof-banner.tsx').then((module) => module.EmailProofBanner))

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
      {useIsViewingAsStudent() && (
        <Suspense fallback={<div id="view-strip" className="h-(--strip)" />}>
          <StudentViewBanner />
        </Suspense>
      )}
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
