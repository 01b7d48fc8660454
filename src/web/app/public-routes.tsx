import { pages, query } from '#web/data/api.ts'
import { parseCourseSearch } from '#web/features/courses/course-search.ts'
import { parsePlanSearch } from '#web/features/paths/plan-search.ts'
import { createAreaRoute, createScreenRoutes, requireId, type ScreenQueries } from './screen-route.tsx'

const screenRoute = createScreenRoutes(
  import.meta.glob<{ Component: React.ComponentType }>(
    '../screens/{public-course,path,paths,api-docs,student/{all-courses,blog-list,blog-post}}/*-screen.tsx',
  ),
)

const publicCourseQueries: ScreenQueries = ({ params }) => [
  query('getPublicCourse', { course_id: requireId(params.courseName, 'course_not_found') }),
  query('getPaymentSettings', {}),
]

const postQueries: ScreenQueries = ({ params }) => {
  const blog_id = requireId(params.blogId, 'blog_not_found')
  return [query('getBlogData', { blog_id }), pages('getComments', { blog_id })]
}

const pathsQueries: ScreenQueries = ({ search }) => {
  const plan = parsePlanSearch(search)
  return [pages('getPaths', { search_text: '' }), ...(plan ? [query('findPath', plan)] : [])]
}

const pathQueries: ScreenQueries = ({ params }) => [
  query('getPathData', { path_id: requireId(params.pathName, 'path_not_found') }),
  query('getPaymentSettings', {}),
]

/** Pages for everyone. In their own chunk, so that the landing page does not load their list. */
export const publicPagesRoute = createAreaRoute(
  'public-pages',
  'app/public-routes.tsx',
  [
    {
      path: 'student/allcourses',
      ...screenRoute('student/all-courses/all-courses', ({ search }) => [
        pages('getCourses', parseCourseSearch(search)),
        query('getPaymentSettings', {}),
      ]),
    },
    { path: 'student/blog', ...screenRoute('student/blog-list/blog-list', () => [pages('getBlogData', {})]) },
    { path: 'student/blog/:blogId', ...screenRoute('student/blog-post/blog-post', postQueries) },
    { path: 'courses/:courseName', ...screenRoute('public-course/public-course', publicCourseQueries) },
    { path: 'paths', ...screenRoute('paths/paths', pathsQueries) },
    { path: 'paths/:pathName', ...screenRoute('path/path', pathQueries) },
    { path: 'api/docs', ...screenRoute('api-docs/api-docs') },
    // Without an id a route gets one of its place, which depends on the areas that were loaded before: the browser would
    // not find what the server loaded for it, and show the page twice.
  ].map((route) => ({ ...route, id: `public/${route.path}` })),
)
