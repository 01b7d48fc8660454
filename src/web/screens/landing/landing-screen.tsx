import { type ComponentType, lazy, type MouseEvent, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Head } from '#web/ui/head.tsx'
import { useUser } from '#web/data/session.ts'
import { Hero } from './hero.tsx'

/** What the server wrote below the hero, for the page's first showing in this browser. */
let serverHtml = import.meta.env.SSR ? null : (document.getElementById('more')?.innerHTML ?? null)

const loadMoreSections = () => import('./more-sections.tsx').then(({ MoreSections }) => MoreSections)
// Where nothing is written it must be there at once: the server cannot wait, and in the browser a link to #features
// from another page would find nothing to scroll to.
let MoreSections: ComponentType<{ isSignedIn: boolean }> | null = serverHtml === null ? await loadMoreSections() : null

const LazyMoreSections = lazy(() => loadMoreSections().then((component) => ({ default: component })))

/** Who leaves a page that the server wrote may come back. */
async function preloadMoreSections(): Promise<void> {
  MoreSections ??= await loadMoreSections()
}

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
      <More isSignedIn={user !== null} />
    </>
  )
}

/**
 * All below the hero is words, pictures and links, which work as the server wrote them: on a first visit they stay as
 * they are, and their script is not even fetched. Coming here from another page, React writes them.
 */
function More({ isSignedIn }: { isSignedIn: boolean }) {
  const followLink = useLinkNavigation()
  const [html] = useState(() => {
    const initialHtml = serverHtml
    serverHtml = null
    return initialHtml
  })
  useEffect(() => () => void preloadMoreSections(), [])
  if (html !== null) {
    // Not a control: it only hears the clicks of the links inside, which the keyboard makes as well.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    return <div id="more" onClick={followLink} dangerouslySetInnerHTML={{ __html: html }} />
  }
  const Sections = MoreSections ?? LazyMoreSections
  return (
    <div id="more">
      <Suspense>
        <Sections isSignedIn={isSignedIn} />
      </Suspense>
    </div>
  )
}

/** Links that React did not write lead to the next screen without a reload all the same. */
function useLinkNavigation() {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !isPlain || link.target || link.origin !== window.location.origin) return
    event.preventDefault()
    void navigate(link.pathname + link.search + link.hash)
  }
}
