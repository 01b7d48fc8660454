import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, data, type LoaderFunctionArgs, type Params, redirect, type RouteObject } from 'react-router'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { parseIdSegment, parseNextPath, paths, withNext } from '#contract/paths.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { pages } from '#web/data/api.ts'
import { getSessionUser, sessionQuery } from '#web/data/session.ts'
import { isSiteRunning, maintenanceQuery } from '#web/data/site-state.ts'
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
export type ScreenQueries = (where: { params: Params; search: URLSearchParams; user: User | null }) => AnyQuery[]

/** What every page needs: the session and the maintenance state. */
export const SITE_QUERIES = [sessionQuery, maintenanceQuery] as const

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

/** Where the guard redirects the current user, or null, and who that is. */
export async function checkGuard(
  client: QueryClient,
  { pathname, search, searchParams }: URL,
): Promise<{ redirectPath: string | null; user: User | null }> {
  const [session, maintenance] = await Promise.all([
    client.ensureQueryData(sessionQuery),
    client.ensureQueryData(maintenanceQuery),
  ])
  const user = getSessionUser(session)
  const { viewsAsStudent, needsSecondFactor } = session.msg
  const guardUser = user && { role: user.role, viewsAsStudent, needsSecondFactor }
  const path = pathname.replace(/(.)\/+$/, '$1')
  const redirectPath = guard(guardUser, !isSiteRunning(maintenance), path)
  if (redirectPath === paths.login)
    return { redirectPath: withNext(paths.login, parseNextPath(pathname + search)), user }
  // The link of an email, which may be for another account: its page asks.
  if (path === paths.forgotPassword && redirectPath === paths.home && searchParams.has('token'))
    return { redirectPath: null, user }
  // A public course becomes the student's, which opens the same lesson.
  const lesson = searchParams.get('preview')
  if (lesson !== null && redirectPath?.startsWith(`${paths.coursePage}/`))
    return { redirectPath: `${redirectPath}?${new URLSearchParams({ lesson })}`, user }
  const next = redirectPath === paths.home && user ? parseNextPath(searchParams.get('next')) : null
  return { redirectPath: next ?? redirectPath, user }
}

async function loadWithGuard({ request, params, context }: LoaderFunctionArgs, queries: ScreenQueries): Promise<null> {
  const client = context.get(queryClientContext)
  const url = new URL(request.url)
  const { redirectPath, user } = await checkGuard(client, url)
  if (redirectPath !== null) throw redirect(redirectPath)
  const loading = loadQueries(client, queries({ params, search: url.searchParams, user }))
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
    const importScreen = files[`../${module}`]
    if (!importScreen) throw new Error(`There is no screen ${module}`)
    const { load, Component } = createScreen(importScreen)
    return {
      handle: { module, queries, load } satisfies ScreenHandle,
      loader: async (args: LoaderFunctionArgs) => {
        const loading = load()
        await loadWithGuard(args, queries)
        await loading
        return null
      },
      Component,
      ErrorBoundary: RouteError,
    } satisfies RouteObject
  }
}

/** Not the router's own `lazy`: when that fails, the router shows an empty page in place of the error boundary. */
function createScreen(importScreen: ScreenModules[string]) {
  let Screen: React.ComponentType | undefined
  let failure: unknown
  return {
    /** Never rejects: a script that did not arrive is reported by rendering, and imported again at the next navigation. */
    load: async () => {
      if (Screen) return
      try {
        Screen = (await importScreen()).Component
      } catch (error) {
        failure = error
      }
    },
    Component: () => {
      if (!Screen) throw failure
      return <Screen />
    },
  }
}

/** The id in a path. One that names nothing is answered like one that is gone, without a request. */
export function requireId(segment: string | undefined, missing: ErrorCode): number {
  const id = parseIdSegment(segment)
  if (id === 0) throw new AppError(missing)
  return id
}

export interface ScreenHandle {
  /** The screen's file as in the build's manifest. */
  module: string
  queries: ScreenQueries
  load: () => Promise<void>
}

/**
 * An area whose list of screens is a chunk of its own.
 * @param id by which a router that already has this route recognizes it
 * @param module its file as in the build's manifest, for the server, which preloads this chunk with the screen's
 */
export const createAreaRoute = (id: string, module: string, children: RouteObject[]): RouteObject => ({
  id,
  handle: { module, queries: () => [], load: () => Promise.resolve() } satisfies ScreenHandle,
  children,
})

/** Guarded like other routes, so that a visitor is redirected to the login rather than shown a 404. */
export function createCatchAllRoute(importPage: ScreenModules[string]) {
  const { load, Component: ErrorBoundary } = createScreen(importPage)
  return {
    path: '*',
    handle: { module: 'app/not-found/page-not-found.tsx', queries: () => [], load } satisfies ScreenHandle,
    loader: async (args: LoaderFunctionArgs) => {
      const loading = load()
      try {
        await loadWithGuard(args, () => [])
      } finally {
        // Errors of the guard show on this page, too.
        await loading
      }
      throw data(null, { status: 404 })
    },
    Component: () => null,
    ErrorBoundary,
  } satisfies RouteObject
}
