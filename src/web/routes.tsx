import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, data, type LoaderFunctionArgs, type Params, redirect, type RouteObject } from 'react-router'
import { pages, query } from './api.ts'
import { guard } from './guard.ts'
import { idOfSegment } from './paths.ts'
import { panelSearch } from './screens/admin/panel-search.ts'
import { courseSearch, myCourseSearch, wordsOf } from './screens/student/course-search.ts'
import { RootError, RouteError } from './screens/route-error/route-error.tsx'
import { SitePageNotFound, AreaPageNotFound } from './screens/not-found/page-not-found.tsx'
import { Root } from './screens/site/root.tsx'
import { SiteLayout } from './screens/site/site-layout.tsx'

declare module 'react-router' {
  // Loaders get their context from a typed provider.
  interface Future {
    v8_middleware: true
  }
}

export const queryClientContext = createContext<QueryClient>()

const modules = import.meta.glob<{ Component: React.ComponentType }>('./screens/**/*-screen.tsx')

type AnyQuery = { queryKey: QueryKey; initialPageParam?: unknown }
type Queries = (where: { params: Params; search: URLSearchParams }) => AnyQuery[]

/** What every page needs: who is here, and whether the site is running. */
export const SITE_QUERIES = [query('session', {}), query('getMaintenace', {})] as const

/** Longer than this and a click shows the next screen's skeleton rather than waiting on the old one. */
const PATIENCE_MS = 150

/** Loads what a screen needs before it shows; rendered on the server it waits for all of it. */
export function loadQueries(client: QueryClient, queries: readonly AnyQuery[]): Promise<unknown> {
  return Promise.all(
    queries.map((wanted) =>
      'initialPageParam' in wanted
        ? client.ensureInfiniteQueryData(wanted as ReturnType<typeof pages<'getReviews'>>)
        : client.ensureQueryData({ queryKey: wanted.queryKey }),
    ),
  )
}

/** Where the guard sends whoever is here instead of to this path, or null. */
export async function sentElsewhere(client: QueryClient, pathname: string): Promise<string | null> {
  const [session, maintenance] = await Promise.all([
    client.ensureQueryData(SITE_QUERIES[0]),
    client.ensureQueryData(SITE_QUERIES[1]),
  ])
  const inMaintenance = maintenance.msg[0]?.status === false
  return guard(session.msg.userData[0] ?? null, inMaintenance, pathname.replace(/(.)\/+$/, '$1'))
}

async function guardedLoad({ request, params, context }: LoaderFunctionArgs, queries: Queries): Promise<null> {
  const client = context.get(queryClientContext)
  const { pathname, searchParams } = new URL(request.url)
  const elsewhere = await sentElsewhere(client, pathname)
  if (elsewhere !== null) throw redirect(elsewhere)
  const loading = loadQueries(client, queries({ params, search: searchParams }))
  if (import.meta.env.SSR) await loading
  // In the browser a failure shows where the screen reads its query.
  else await Promise.race([loading.catch(() => null), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  return null
}

/** A screen of the site: its file under screens/ (without `-screen.tsx`), and what to load before it shows. */
function screen(file: string, queries: Queries = () => []) {
  const module = `screens/${file}-screen.tsx`
  const load = modules[`./${module}`]
  if (!load) throw new Error(`There is no screen ${module}`)
  return {
    handle: { module, queries } satisfies ScreenHandle,
    loader: (args: LoaderFunctionArgs) => guardedLoad(args, queries),
    lazy: load,
    ErrorBoundary: RouteError,
  } satisfies RouteObject
}

export interface ScreenHandle {
  /** The screen's file, as the build's manifest names it. */
  module: string
  queries: Queries
}

const signInMethods: Queries = () => [query('getSignInMethods', {})]

const oneCourse: Queries = ({ params }) => [
  query('getCourseData', { course_id: idOfSegment(params.courseName) }),
  pages('getReviews', { course_id: idOfSegment(params.courseName) }),
  query('getReviewSummary', { course_id: idOfSegment(params.courseName) }),
]

const oneConversation: Queries = ({ search }) => {
  const student = idOfSegment(search.get('student') ?? '')
  return [
    pages('getConversations', { search_text: wordsOf(search) }),
    ...(student > 0 ? [query('getUserData', { id: student }), pages('getMsg', { receiver_id: student })] : []),
  ]
}

/** Any other path below: guarded like the rest, then a 404 with the area's own words. */
function anyOtherPath(ErrorBoundary: React.ComponentType) {
  return {
    path: '*',
    loader: async (args: LoaderFunctionArgs) => {
      await guardedLoad(args, () => [])
      throw data(null, { status: 404 })
    },
    Component: () => null,
    ErrorBoundary,
  } satisfies RouteObject
}

/** The site map: path -> screen -> what to load first. */
export const routes: RouteObject[] = [
  {
    id: 'root',
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
          {
            path: 'student',
            children: [
              { index: true, ...screen('student/profile/profile', () => [query('getUserData', {}), query('getAccount', {})]) },
              { path: 'profile', ...screen('student/profile/profile', () => [query('getUserData', {}), query('getAccount', {})]) },
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
      {
        path: 'dashboard',
        lazy: () => import('./screens/admin/admin-layout.tsx').then(({ AdminLayout }) => ({ Component: AdminLayout })),
        children: [
          { index: true, ...screen('admin/users/users', () => [pages('getUsers', {})]) },
          { path: 'users', ...screen('admin/users/users', () => [pages('getUsers', {})]) },
          { path: 'users/import', ...screen('admin/users/import/import-users') },
          { path: 'users/:userId', ...screen('admin/users/user/user', ({ params }) => [query('getUserDetails', { user_id: idOfSegment(params.userId) })]) },
          { path: 'courses', ...screen('admin/courses/courses', ({ search }) => [pages('getCoursesAdmin', panelSearch(search))]) },
          { path: 'courses/add', ...screen('admin/course-form/add-course') },
          {
            path: 'courses/edit/:courseId',
            ...screen('admin/course-form/edit-course', ({ params }) => [query('getCourseForm', { course_id: idOfSegment(params.courseId) })]),
          },
          { path: 'blogs', ...screen('admin/blogs/blogs', ({ search }) => [pages('getBlogsAdmin', panelSearch(search))]) },
          { path: 'blogs/add', ...screen('admin/blog-form/add-blog') },
          {
            path: 'blogs/edit/:blogId',
            ...screen('admin/blog-form/edit-blog', ({ params }) => [query('getBlogForm', { blog_id: idOfSegment(params.blogId) })]),
          },
          { path: 'analytics', ...screen('admin/analytics/analytics', () => [query('getAnalystic', {})]) },
          { path: 'reviews', ...screen('admin/reviews/reviews', () => [query('getCourses', { page: null })]) },
          { path: 'chat', ...screen('admin/chat/chat', oneConversation) },
          { path: 'systemlog', ...screen('admin/system-log/system-log') },
          { path: 'maintenance', ...screen('admin/maintenance/maintenance') },
          anyOtherPath(AreaPageNotFound),
        ],
      },
    ],
  },
]
