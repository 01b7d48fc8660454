import { lazy, memo, Suspense } from 'react'
import { Head } from '#web/head.tsx'
import { useUser } from '#web/session.ts'
import { firstUse } from './first-use.ts'
import { Hero } from './hero.tsx'

/*
 * What stands below the hero works as the server wrote it: its script comes with the first use of the page, and React
 * leaves the server's HTML alone until then. Coming here from another page, it must be there before the screen shows,
 * or a link to #features would find nothing to scroll to.
 */
const isWritten = !import.meta.env.SSR && document.getElementById('more') !== null
const loadMore = () => import('./more-sections.tsx')
const MoreSections = isWritten
  ? lazy(() => firstUse().then(loadMore).then((module) => ({ default: module.MoreSections })))
  : (await loadMore()).MoreSections

/**
 * Not rendered again for nothing: React gives up the server's HTML in a Suspense whose parent hands it new elements
 * before its script is there, and who is here is asked anew on every load.
 */
const More = memo(function More({ signedIn }: { signedIn: boolean }) {
  return (
    <Suspense>
      <MoreSections signedIn={signedIn} />
    </Suspense>
  )
})

/** The sections stand in the spec's order; the footer with its logo is the site's own. */
export function Component() {
  const user = useUser()
  return (
    <>
      <Head
        title="Learning made easy"
        description="Self-paced courses in computer science: short lessons, clear pictures, an answer when you are stuck. Lifetime access, a certificate, and 30 days to get your money back."
      />
      <Hero user={user} />
      <More signedIn={user !== null} />
    </>
  )
}
