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
import { parseCourseSearch, parseMyCourseSearch } from '#web/features/courses/course-search.ts'

const screenRoute = createScreenRoutes(
  import.meta.glob<{ Component: React.ComponentType }>(['../screens/**/*-screen.tsx', '!../screens/admin/**']),
)

const signInQueries: ScreenQueries = () => [query('getSignInMethods', {})]

const courseQueries: ScreenQueries = ({ params }) => {
  const course_id = requireId(params.courseName, 'course_not_found')
  return [
    query('getCourseData', { course_id }),
    pages('getReviews', { course_id }),
    query('getReviewSummary', { course_id }),
    query('getPaymentSettings', {}),
  ]
}

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

export const ROOT = 'root'

/** Every route except the dashboard's, with the queries to load first. */
export const routes: RouteObject[] = [
  {
    id: ROOT,
    Component: Root,
    ErrorBoundary: RootError,
    // Nothing until a page that the server has not rendered is loaded.
    HydrateFallback: () => null,
    loader: ({ context }) => loadQueries(context.get(queryClientContext), SITE_QUERIES).then(() => null),
    // The query cache keeps the session up to date, and the guard of each screen checks it.
    shouldRevalidate: () => false,
    children: [
      {
        Component: SiteLayout,
        children: [
          { index: true, ...screenRoute('landing/landing', landingQueries) },
          { path: 'login', ...screenRoute('login/login', signInQueries) },
          { path: 'signup', ...screenRoute('signup/signup', signInQueries) },
          { path: 'forgotpassword', ...screenRoute('forgot-password/forgot-password') },
          { path: 'verifycode', ...screenRoute('verify-code/verify-code') },
          { path: 'confirmpass', ...screenRoute('confirm-password/confirm-password') },
          { path: 'confirmemail', ...screenRoute('confirm-email/confirm-email') },
          { path: 'logout', ...screenRoute('logout/logout') },
          { path: 'maintenance', ...screenRoute('maintenance/maintenance') },
          { path: 'viewasstudent', ...screenRoute('view-as/view-as') },
          { path: 'viewasadmin', ...screenRoute('view-as/view-as') },
          {
            path: 'student',
            children: [
              {
                index: true,
                ...screenRoute('student/profile/profile', () => [query('getUserData', {}), query('getAccount', {})]),
              },
              {
                path: 'profile',
                ...screenRoute('student/profile/profile', () => [query('getUserData', {}), query('getAccount', {})]),
              },
              {
                path: 'allcourses',
                ...screenRoute('student/all-courses/all-courses', ({ search }) => [
                  pages('getCourses', parseCourseSearch(search)),
                  query('getPaymentSettings', {}),
                ]),
              },
              { path: 'CoursePage/:courseName', ...screenRoute('student/course/course', courseQueries) },
              {
                path: 'mycourses',
                ...screenRoute('student/my-courses/my-courses', ({ search }) => [
                  query('getEnrolledCourses', parseMyCourseSearch(search)),
                ]),
              },
              { path: 'mycourses/:courseName', ...screenRoute('student/course/course', courseQueries) },
              {
                path: 'chat',
                ...screenRoute('student/chat/chat', () => [query('getAdminId', {}), pages('getMsg', {})]),
              },
              { path: 'blog', ...screenRoute('student/blog-list/blog-list', () => [pages('getBlogData', {})]) },
              {
                path: 'blog/:blogId',
                ...screenRoute('student/blog-post/blog-post', postQueries),
              },
              { path: 'logout', ...screenRoute('logout/logout') },
              createCatchAllRoute(loadAreaPageNotFound),
            ],
          },
          { path: 'courses/:courseName', ...screenRoute('public-course/public-course', publicCourseQueries) },
          { path: 'api/docs', ...screenRoute('api-docs/api-docs') },
          createCatchAllRoute(loadSitePageNotFound),
        ],
      },
    ],
  },
]

/** Adds the dashboard's route when a path leads there: its script is for admins only. */
export async function loadDashboardRoute(pathname: string): Promise<RouteObject | null> {
  const root = routes.find(({ id }) => id === ROOT)
  if (!/^\/dashboard(\/|$)/.test(pathname) || !root?.children) return null
  const dashboardRoute = await import('./dashboard-routes.tsx').then(
    (module) => module.dashboardRoute,
    (error: unknown) => createFailedRoute(error),
  )
  if (!root.children.includes(dashboardRoute)) root.children.push(dashboardRoute)
  return dashboardRoute
}

/** The dashboard, when its script did not arrive. Reloading the page is the way to try again. */
const createFailedRoute = (error: unknown): RouteObject => ({
  path: 'dashboard/*',
  Component: () => {
    throw error
  },
  ErrorBoundary: RootError,
})
