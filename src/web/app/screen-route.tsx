import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, data, type LoaderFunctionArgs, type Params, redirect, type RouteObject } from 'react-router'
import { type pages, query } from '#web/data/api.ts'
import { guard } from './guard.ts'
import { RouteError } from '#web/features/route-error/route-error.tsx'

declare module 'react-router' {
  // Loaders get their context from a typed provider.
  interface Future {
    v8_middleware: true
  }
}

export const queryClientContext = createContext<QueryClient>()

type AnyQuery = { queryKey: QueryKey; initialPageParam?: unknown }
export type ScreenQueries = (where: { params: Params; search: URLSearchParams }) => AnyQuery[]

/** What every page needs: the session and the maintenance state. */
export const SITE_QUERIES = [query('session', {}), query('getMaintenace', {})] as const

/** After this a navigation shows the next screen's skeleton instead of waiting on the old screen. */
const SKELETON_DELAY_MS = 150

export function loadQueries(client: QueryClient, queries: readonly AnyQuery[]): Promise<unknown> {
  return Promise.all(
    queries.map((options) =>
      'initialPageParam' in options
        ? client.ensureInfiniteQueryData(options as ReturnType<typeof pages<'getReviews'>>)
        : client.ensureQueryData({ queryKey: options.queryKey }),
    ),
  )
}

/** Where the guard redirects the current user, or null. */
export async function getGuardRedirect(client: QueryClient, pathname: string): Promise<string | null> {
  const [session, maintenance] = await Promise.all([
    client.ensureQueryData(SITE_QUERIES[0]),
    client.ensureQueryData(SITE_QUERIES[1]),
  ])
  const isInMaintenance = maintenance.msg[0]?.status === false
  const {
    userData: [user],
    viewsAsStudent,
  } = session.msg
  return guard(user ? { role: user.role, viewsAsStudent } : null, isInMaintenance, pathname.replace(/(.)\/+$/, '$1'))
}

async function loadWithGuard({ request, params, context }: LoaderFunctionArgs, queries: ScreenQueries): Promise<null> {
  const client = context.get(queryClientContext)
  const { pathname, searchParams } = new URL(request.url)
  const redirectPath = await getGuardRedirect(client, pathname)
  if (redirectPath !== null) throw redirect(redirectPath)
  const loading = loadQueries(client, queries({ params, search: searchParams }))
  if (import.meta.env.SSR) await loading
  // In the browser a failed query shows where the screen reads it.
  else await Promise.race([loading.catch(() => null), new Promise((resolve) => setTimeout(resolve, SKELETON_DELAY_MS))])
  return null
}

type ScreenModules = Record<string, () => Promise<{ Component: React.ComponentType }>>

/** @param files screen modules by path, from `../screens/` on */
export function createScreenRoutes(files: ScreenModules) {
  /** @param file under screens/, without `-screen.tsx` */
  return (file: string, queries: ScreenQueries = () => []) => {
    const module = `screens/${file}-screen.tsx`
    const load = files[`../${module}`]
    if (!load) throw new Error(`There is no screen ${module}`)
    return {
      handle: { module, queries } satisfies ScreenHandle,
      loader: (args: LoaderFunctionArgs) => loadWithGuard(args, queries),
      lazy: load,
      ErrorBoundary: RouteError,
    } satisfies RouteObject
  }
}

export interface ScreenHandle {
  /** The screen's file as in the build's manifest. */
  module: string
  queries: ScreenQueries
}

/** Guarded like other routes, so that a visitor is redirected to the login rather than shown a 404. */
export function createCatchAllRoute(ErrorBoundary: React.ComponentType) {
  return {
    path: '*',
    loader: async (args: LoaderFunctionArgs) => {
      await loadWithGuard(args, () => [])
      throw data(null, { status: 404 })
    },
    Component: () => null,
    ErrorBoundary,
  } satisfies RouteObject
}
