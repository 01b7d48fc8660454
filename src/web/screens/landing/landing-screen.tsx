import { type ComponentType, type MouseEvent, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Head } from '#web/ui/head.tsx'
import { useUser } from '#web/data/session.ts'
import { optionalPart } from '#web/features/lazy-part/optional-part.ts'
import { Hero } from './hero.tsx'

/** The server-rendered sections below the hero, reused on the first visit. */
let serverHtml = import.meta.env.SSR ? null : (document.getElementById('more')?.innerHTML ?? null)

const loadMoreSections = () => import('./more-sections.tsx').then(({ MoreSections }) => MoreSections)
// Without server HTML the sections load up front: renderToString cannot wait, and a link to #features from another
// page needs something to scroll to.
let MoreSections: ComponentType | null = serverHtml === null ? await loadMoreSections() : null

const LazyMoreSections = optionalPart(loadMoreSections)

async function preloadMoreSections(): Promise<void> {
  MoreSections ??= await loadMoreSections().catch(() => null)
}

export function Component() {
  const user = useUser()
  return (
    <>
      <Head
        title="Learning made easy"
        description="Self-paced computer science courses with short lessons, clear visuals, and answers when you're stuck. Lifetime access, a certificate, and a 30-day money-back guarantee."
      />
      <Hero user={user} />
      <More />
    </>
  )
}

/**
 * The sections below the hero are static, so on a first visit the server's HTML stays in place and their script is not
 * fetched. After a client-side navigation React renders them.
 */
function More() {
  const followLink = useLinkNavigation()
  const [html] = useState(() => {
    const initialHtml = serverHtml
    serverHtml = null
    return initialHtml
  })
  useEffect(() => () => void preloadMoreSections(), [])
  if (html !== null) {
    // Not a control: it handles clicks that bubble up from links, which the keyboard triggers too.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    return <div id="more" onClick={followLink} dangerouslySetInnerHTML={{ __html: html }} />
  }
  return (
    <div id="more">
      {MoreSections ? (
        <MoreSections />
      ) : (
        <Suspense>
          <LazyMoreSections />
          <ScrollToHash />
        </Suspense>
      )}
    </div>
  )
}

/** For a visitor who comes back before the sections have loaded: the router has scrolled by then. */
function ScrollToHash() {
  useEffect(() => document.getElementById(window.location.hash.slice(1))?.scrollIntoView(), [])
  return null
}

/** Client-side navigation for links that React did not render. */
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
