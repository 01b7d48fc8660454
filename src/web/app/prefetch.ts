import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes } from 'react-router'
import { loadLazyRoute, routes } from './routes.tsx'
import { checkGuard, loadQueries, type ScreenHandle } from './screen-route.tsx'

/** Prefetches a link's screen and data on hover, focus and touch. */
export function prefetchOnIntent(client: QueryClient): void {
  const onIntent = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.origin !== window.location.origin || link.pathname === window.location.pathname) return
    // The navigation will run into the same error and show it.
    prefetch(client, new URL(link.href)).catch(() => null)
  }
  for (const name of ['pointerover', 'focusin', 'touchstart'] as const) {
    document.addEventListener(name, onIntent, { passive: true })
  }
}

async function prefetch(client: QueryClient, url: URL): Promise<void> {
  const { redirectPath, user } = await checkGuard(client, url)
  if (redirectPath !== null) return
  const { pathname, searchParams } = url
  await loadLazyRoute(pathname)
  for (const { route, params } of matchRoutes(routes, pathname) ?? []) {
    const screen = route.handle as ScreenHandle | undefined
    void screen?.load()
    if (screen) await loadQueries(client, screen.queries({ params, search: searchParams, user }))
  }
}
