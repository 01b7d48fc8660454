import '#web/theme/tokens.css'
import { hydrate, QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider, RouterProvider } from 'react-router'
import { call, query, setActorSource } from '#web/data/api.ts'
import { getSessionUser, sessionQuery } from '#web/data/session.ts'
import { SiteUrlContext } from '#web/ui/head.tsx'
import { reportEarlyInput } from './early-input.ts'
import { parsePageState } from './page-state.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { dateByBrowser } from '#web/data/server-clock.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { loadLazyRoute, routes } from './routes.tsx'
import { queryClientContext, type ScreenHandle } from './screen-route.tsx'

/** Not top-level await: a screen's chunk imports this file's chunk, which would then wait for itself. */
async function start(root: HTMLElement, state: string): Promise<void> {
  const client = createQueryClient(call, { retry: true })
  const { queries, hydrationData } = parsePageState(state)
  setActorSource(() => ({
    user: getSessionUser(client.getQueryData(sessionQuery.queryKey)),
    adminId: client.getQueryData(query('getAdminId', {}).queryKey)?.msg[0]?.student_id,
  }))
  await loadScreens()
  dateByBrowser(queries)
  hydrate(client, queries)

  const router = createBrowserRouter(routes, {
    hydrationData,
    patchRoutesOnNavigation: async ({ path, patch }) => {
      const lazy = await loadLazyRoute(path)
      if (lazy) patch(lazy.parentId, [lazy.route])
    },
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, client]])),
  })
  prefetchOnIntent(client)

  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <SiteUrlContext value={window.location.origin}>
          <QueryClientProvider client={client}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </SiteUrlContext>
      </StrictMode>,
    )
  })
  reportEarlyInput(root)
}

/** Hydration needs the screen's module, or React would not find what the server rendered. */
async function loadScreens(): Promise<void> {
  await loadLazyRoute(window.location.pathname)
  for (const { route } of matchRoutes(routes, window.location) ?? [])
    await (route.handle as ScreenHandle | undefined)?.load()
}

const root = document.getElementById('root')
const state = document.getElementById('state')?.textContent
if (!root || !state) throw new Error('The page has no root or no state')
void start(root, state)
