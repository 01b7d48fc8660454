import type { RouteObject } from 'react-router'
import { pages, query } from '#web/data/api.ts'
import {
  createCatchAllRoute,
  loadQueries,
  type ScreenQueries,
  queryClientContext,
  createScreenRoutes,
  requireId,
  SITE_QUERIES,
} from './screen-route.tsx'
import { RootError } from '#web/features/route-error/route-error.tsx'
import { Root } from './layout/root.tsx'
import { SiteLayout } from './layout/site-layout.tsx'
import { parseCourseSearch } from '#web/features/courses/course-search.ts'

const screenRoute = createScreenRoutes(
  import.meta.glob<{ Component: React.ComponentType }>([
    '../screens/**/*-screen.tsx',
    '!../screens/admin/**',
    // In account-routes.tsx.
    '!../screens/{certificate,login,signup,forgot-password,verify-code,confirm-password,confirm-email,maintenance,view-as}/**',
    // In student-routes.tsx.
    '!../screens/student/{certificates,chat,checkout,course,my-courses,order,profile,purchases,test-payment}/**',
  ]),
)

const publicCourseQueries: ScreenQueries = ({ params }) => [
  query('getPublicCourse', { course_id: requireId(params.courseName, 'course_not_found') }),
  query('getPaymentSettings', {}),
]

const postQueries: ScreenQueries = ({ params }) => {
  const blog_id = requireId(params.blogId, 'blog_not_found')
  return [query('getBlogData', { blog_id }), pages('getComments', { blog_id })]
}

const loadPageNotFound = () => import('./not-found/page-not-found.tsx')
const loadSitePageNotFound = () => loadPageNotFound().then((module) => ({ Component: module.SitePageNotFound }))
export const loadAreaPageNotFound = () => loadPageNotFound().then((module) => ({ Component: module.AreaPageNotFound }))

const landingQueries: ScreenQueries = ({ user }) => (user?.role === 'student' ? [query('getLastLesson', {})] : [])

const studentRoute: RouteObject = {
  id: 'student',
  path: 'student',
  children: [
    {
      path: 'allcourses',
      ...screenRoute('student/all-courses/all-courses', ({ search }) => [
        pages('getCourses', parseCourseSearch(search)),
        query('getPaymentSettings', {}),
      ]),
    },
    { path: 'blog', ...screenRoute('student/blog-list/blog-list', () => [pages('getBlogData', {})]) },
    {
      path: 'blog/:blogId',
      ...screenRoute('student/blog-post/blog-post', postQueries),
    },
    { path: 'logout', ...screenRoute('logout/logout') },
    createCatchAllRoute(loadAreaPageNotFound),
  ],
}

const siteRoute: RouteObject = {
  id: 'site',
  Component: SiteLayout,
  children: [
    { index: true, ...screenRoute('landing/landing', landingQueries) },
    { path: 'logout', ...screenRoute('logout/logout') },
    studentRoute,
    { path: 'courses/:courseName', ...screenRoute('public-course/public-course', publicCourseQueries) },
    { path: 'api/docs', ...screenRoute('api-docs/api-docs') },
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
export const routes: RouteObject[] = [rootRoute]

interface LazyArea {
  path: RegExp
  parent: RouteObject
  load: () => Promise<RouteObject>
}

/** In chunks of their own, because visitors need none of them. */
const LAZY_AREAS: readonly LazyArea[] = [
  {
    path: /^\/dashboard(\/|$)/,
    parent: rootRoute,
    load: () =>
      import('./dashboard-routes.tsx').then(
        (module) => module.dashboardRoute,
        (error: unknown) => createFailedRoute('dashboard/*', error),
      ),
  },
  {
    path: /^\/(certificates\/[^/]+|login|signup|forgotpassword|verifycode|confirmpass|confirmemail|maintenance|viewas(student|admin))\/?$/,
    parent: siteRoute,
    load: () =>
      import('./account-routes.tsx').then(
        (module) => module.accountRoute,
        (error: unknown) => createFailedRoute('*', error),
      ),
  },
  {
    path: /^\/student(\/?$|\/(CoursePage|certificates|chat|checkout|mycourses|profile|purchases)(\/|$))/,
    parent: studentRoute,
    load: () =>
      import('./student-routes.tsx').then(
        (module) => module.studentPagesRoute,
        (error: unknown) => createFailedRoute('*', error),
      ),
  },
]

/** Adds the route of the area that a path leads into, and returns it with its parent's id. */
export async function loadLazyRoute(pathname: string): Promise<{ parentId: string; route: RouteObject } | null> {
  const area = LAZY_AREAS.find(({ path }) => path.test(pathname))
  if (!area) return null
  const route = await area.load()
  const { id = '', children } = area.parent
  if (!children?.includes(route)) children?.push(route)
  return { parentId: id, route }
}

/** An area whose script did not arrive. Reloading the page is the way to try again. */
const createFailedRoute = (path: string, error: unknown): RouteObject => ({
  path,
  Component: () => {
    throw error
  },
  ErrorBoundary: RootError,
})
