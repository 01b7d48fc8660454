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

/** What every page needs: who is here, and whether the site is running. */
export const SITE_QUERIES = [query('session', {}), query('getMaintenace', {})] as const

/** Longer than this and a click shows the next screen's skeleton rather than waiting on the old one. */
const SKELETON_DELAY_MS = 150

/** Loads what a screen needs before it shows; rendered on the server it waits for all of it. */
export function loadQueries(client: QueryClient, queries: readonly AnyQuery[]): Promise<unknown> {
  return Promise.all(
    queries.map((options) =>
      'initialPageParam' in options
        ? client.ensureInfiniteQueryData(options as ReturnType<typeof pages<'getReviews'>>)
        : client.ensureQueryData({ queryKey: options.queryKey }),
    ),
  )
}

/** Where the guard sends whoever is here instead of to this path, or null. */
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
  // In the browser a failure shows where the screen reads its query.
  else await Promise.race([loading.catch(() => null), new Promise((resolve) => setTimeout(resolve, SKELETON_DELAY_MS))])
  return null
}

type ScreenModules = Record<string, () => Promise<{ Component: React.ComponentType }>>

/** Makes routes of the screens among these files. @param files by path, from `../screens/` on */
export function createScreenRoutes(files: ScreenModules) {
  /** A screen: its file under screens/ (without `-screen.tsx`), and what to load before it shows. */
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
  /** The screen's file, as the build's manifest names it. */
  module: string
  queries: ScreenQueries
}

/** Any other path below: guarded like the rest, then a 404 with the area's own words. */
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
