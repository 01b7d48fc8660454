import type { RouteObject } from 'react-router'
import { query } from '#web/data/api.ts'
import {
  createCatchAllRoute,
  loadQueries,
  type ScreenQueries,
  queryClientContext,
  createScreenRoutes,
  SITE_QUERIES,
} from './screen-route.tsx'
import { RootError } from '#web/features/route-error/route-error.tsx'
import { Root } from './layout/root.tsx'
import { SiteLayout } from './layout/site-layout.tsx'

const screenRoute = createScreenRoutes(
  import.meta.glob<{ Component: React.ComponentType }>('../screens/landing/*-screen.tsx'),
)

const loadPageNotFound = () => import('./not-found/page-not-found.tsx')
const loadSitePageNotFound = () => loadPageNotFound().then((module) => ({ Component: module.SitePageNotFound }))
export const loadAreaPageNotFound = () => loadPageNotFound().then((module) => ({ Component: module.AreaPageNotFound }))

const landingQueries: ScreenQueries = ({ user }) => (user?.role === 'student' ? [query('getLastLesson', {})] : [])

/** Nothing here matches `/student` itself, which is of an area. */
const studentRoute: RouteObject = {
  id: 'student',
  children: [{ ...createCatchAllRoute(loadAreaPageNotFound), path: 'student/:page/*' }],
}

const siteRoute: RouteObject = {
  id: 'site',
  Component: SiteLayout,
  children: [
    { index: true, ...screenRoute('landing/landing', landingQueries) },
    studentRoute,
    createCatchAllRoute(loadSitePageNotFound),
  ],
}

const rootRoute: RouteObject = {
  id: 'root',
  Component: Root,
  ErrorBoundary: RootError,
  // Nothing until a page that the server has not rendered is loaded.
  HydrateFallback: () => null,
  loader: ({ context }) => loadQueries(context.get(queryClientContext), SITE_QUERIES).then(() => null),
  // The query cache keeps the session up to date, and the guard of each screen checks it.
  shouldRevalidate: () => false,
  children: [siteRoute],
}

/** Every route but those of `LAZY_AREAS`, with the queries to load first. */
export const routes: RouteObject[] = [matchCase(rootRoute)]

/** Another spelling of a path's case is another path, as it is for the guard and the areas below. */
function matchCase(route: RouteObject): RouteObject {
  route.caseSensitive = true
  route.children?.forEach(matchCase)
  return route
}

interface LazyArea {
  path: RegExp
  parent: RouteObject
  load: () => Promise<RouteObject>
}

/** In chunks of their own, because the landing page needs none of them. */
export const LAZY_AREAS: readonly LazyArea[] = [
  {
    path: /^\/(courses\/|paths|api\/docs|student\/(allcourses|blog))/,
    parent: siteRoute,
    load: () => import('./public-routes.tsx').then((module) => module.publicPagesRoute),
  },
  {
    path: /^\/dashboard(\/|$)/,
    parent: rootRoute,
    load: () => import('./dashboard-routes.tsx').then((module) => module.dashboardRoute),
  },
  {
    path: /^\/(certificates\/[^/]+|log(in(step)?|out)|secondfactor|signup|forgotpassword|verifycode|confirmpass|confirmemail|maintenance|viewas(student|admin))\/?$/,
    parent: siteRoute,
    load: () => import('./account-routes.tsx').then((module) => module.accountRoute),
  },
  {
    path: /^\/student(\/?$|\/(CoursePage|certificates|chat|checkout|logout|mycourses|profile|purchases)(\/|$))/,
    parent: studentRoute,
    load: () => import('./student-routes.tsx').then((module) => module.studentPagesRoute),
  },
]

/** Adds the route of the area that a path leads into, and returns it with its parent's id. */
export async function loadLazyRoute(pathname: string): Promise<{ parentId: string; route: RouteObject } | null> {
  const area = LAZY_AREAS.find(({ path }) => path.test(pathname))
  if (!area) return null
  const route = matchCase(await area.load().catch((error: unknown) => createFailedRoute(pathname, error)))
  const { id = '', children } = area.parent
  if (!children?.includes(route)) children?.push(route)
  return { parentId: id, route }
}

/**
 * An area whose script did not arrive. The root shows the error, and reloading the page is the way to try again. Matched
 * before the catch-all routes, and after the area's own, should its script arrive later.
 */
const createFailedRoute = (pathname: string, error: unknown): RouteObject => ({
  path: pathname.replace(/^((\/student)?\/[^/]*).*/, '$1/*'),
  Component: () => {
    throw error
  },
})
