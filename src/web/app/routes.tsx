import type { RouteObject } from 'react-router'
import { pages, query } from '#web/data/api.ts'
import { idOfSegment } from '#contract/paths.ts'
import {
  anyOtherPath,
  loadQueries,
  type Queries,
  queryClientContext,
  screensOf,
  SITE_QUERIES,
} from './screen-route.tsx'
import { AreaPageNotFound, SitePageNotFound } from './not-found/page-not-found.tsx'
import { RootError } from './route-error/route-error.tsx'
import { Root } from './layout/root.tsx'
import { SiteLayout } from './layout/site-layout.tsx'
import { courseSearch, myCourseSearch } from '#web/features/courses/course-search.ts'

const screen = screensOf(
  import.meta.glob<{ Component: React.ComponentType }>(['../screens/**/*-screen.tsx', '!../screens/admin/**']),
)

const signInMethods: Queries = () => [query('getSignInMethods', {})]

const oneCourse: Queries = ({ params }) => [
  query('getCourseData', { course_id: idOfSegment(params.courseName) }),
  pages('getReviews', { course_id: idOfSegment(params.courseName) }),
  query('getReviewSummary', { course_id: idOfSegment(params.courseName) }),
]

export const ROOT = 'root'

/** The site map, less the dashboard: path -> screen -> what to load first. */
export const routes: RouteObject[] = [
  {
    id: ROOT,
    Component: Root,
    ErrorBoundary: RootError,
    loader: ({ context }) => loadQueries(context.get(queryClientContext), SITE_QUERIES).then(() => null),
    // Who is here is kept up to date by the query cache; only a change of page has to ask again.
    shouldRevalidate: () => false,
    children: [
      {
        Component: SiteLayout,
        children: [
          { index: true, ...screen('landing/landing') },
          { path: 'login', ...screen('login/login', signInMethods) },
          { path: 'signup', ...screen('signup/signup', signInMethods) },
          { path: 'forgotpassword', ...screen('forgot-password/forgot-password') },
          { path: 'verifycode', ...screen('verify-code/verify-code') },
          { path: 'confirmpass', ...screen('confirm-password/confirm-password') },
          { path: 'confirmemail', ...screen('confirm-email/confirm-email') },
          { path: 'logout', ...screen('logout/logout') },
          { path: 'maintenance', ...screen('maintenance/maintenance') },
          { path: 'viewasstudent', ...screen('view-as/view-as') },
          { path: 'viewasadmin', ...screen('view-as/view-as') },
          {
            path: 'student',
            children: [
              {
                index: true,
                ...screen('student/profile/profile', () => [query('getUserData', {}), query('getAccount', {})]),
              },
              {
                path: 'profile',
                ...screen('student/profile/profile', () => [query('getUserData', {}), query('getAccount', {})]),
              },
              {
                path: 'allcourses',
                ...screen('student/all-courses/all-courses', ({ search }) => [
                  pages('getCourses', courseSearch(search)),
                ]),
              },
              { path: 'CoursePage/:courseName', ...screen('student/course/course', oneCourse) },
              {
                path: 'mycourses',
                ...screen('student/my-courses/my-courses', ({ search }) => [
                  query('getEnrolledCourses', myCourseSearch(search)),
                ]),
              },
              { path: 'mycourses/:courseName', ...screen('student/course/course', oneCourse) },
              { path: 'chat', ...screen('student/chat/chat', () => [query('getAdminId', {}), pages('getMsg', {})]) },
              { path: 'blog', ...screen('student/blog-list/blog-list', () => [pages('getBlogData', {})]) },
              {
                path: 'blog/:blogId',
                ...screen('student/blog-post/blog-post', ({ params }) => [
                  query('getBlogData', { blog_id: idOfSegment(params.blogId) }),
                  pages('getComments', { blog_id: idOfSegment(params.blogId) }),
                ]),
              },
              { path: 'logout', ...screen('logout/logout') },
              anyOtherPath(AreaPageNotFound),
            ],
          },
          { path: 'api/docs', ...screen('api-docs/api-docs') },
          anyOtherPath(SitePageNotFound),
        ],
      },
    ],
  },
]

/** Brings the dashboard into the site map once a path leads there: its script is for admins alone. */
export async function dashboardFor(pathname: string): Promise<RouteObject | null> {
  const root = routes.find(({ id }) => id === ROOT)
  if (!/^\/dashboard(\/|$)/.test(pathname) || !root?.children) return null
  const { dashboard } = await import('./dashboard-routes.tsx')
  if (!root.children.includes(dashboard)) root.children.push(dashboard)
  return dashboard
}
