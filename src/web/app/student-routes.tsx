import { pages, query } from '#web/data/api.ts'
import { parseMyCourseSearch } from '#web/features/courses/course-search.ts'
import { createAreaRoute, createScreenRoutes, requireId, type ScreenQueries } from './screen-route.tsx'

const screenRoute = createScreenRoutes(
  import.meta.glob<{ Component: React.ComponentType }>(
    '../screens/{logout,student/{certificates,chat,checkout,course,my-courses,order,profile,purchases,test-payment}}/*-screen.tsx',
  ),
)

const profileQueries: ScreenQueries = () => [query('getUserData', {}), query('getAccount', {})]

const courseQueries: ScreenQueries = ({ params }) => {
  const course_id = requireId(params.courseName, 'course_not_found')
  return [
    query('getCourseData', { course_id }),
    pages('getReviews', { course_id }),
    query('getReviewSummary', { course_id }),
    query('getPaymentSettings', {}),
  ]
}

const checkoutQueries: ScreenQueries = ({ params }) => [
  query('getCheckout', { course_id: requireId(params.courseId, 'course_not_found') }),
]

const pathCheckoutQueries: ScreenQueries = ({ params }) => [
  query('getCheckout', { path_id: requireId(params.pathId, 'path_not_found') }),
]

const orderQueries: ScreenQueries = ({ params }) => [
  query('getOrder', { order_id: requireId(params.orderId, 'order_not_found') }),
]

/** Below /student, what needs a session. In its own chunk, so that visitors do not load it. */
export const studentPagesRoute = {
  ...createAreaRoute('student-pages', 'app/student-routes.tsx', [
    { index: true, ...screenRoute('student/profile/profile', profileQueries) },
    { path: 'profile', ...screenRoute('student/profile/profile', profileQueries) },
    { path: 'logout', ...screenRoute('logout/logout') },
    { path: 'CoursePage/:courseName', ...screenRoute('student/course/course', courseQueries) },
    {
      path: 'mycourses',
      ...screenRoute('student/my-courses/my-courses', ({ search }) => [
        query('getEnrolledCourses', parseMyCourseSearch(search)),
      ]),
    },
    { path: 'mycourses/:courseName', ...screenRoute('student/course/course', courseQueries) },
    { path: 'checkout/path/:pathId', ...screenRoute('student/checkout/checkout', pathCheckoutQueries) },
    { path: 'checkout/:courseId', ...screenRoute('student/checkout/checkout', checkoutQueries) },
    {
      path: 'certificates',
      ...screenRoute('student/certificates/certificates', () => [query('getMyCertificates', {})]),
    },
    { path: 'purchases', ...screenRoute('student/purchases/purchases', () => [pages('getMyOrders', {})]) },
    { path: 'purchases/:orderId', ...screenRoute('student/order/order', orderQueries) },
    { path: 'purchases/:orderId/pay', ...screenRoute('student/test-payment/test-payment', orderQueries) },
    { path: 'chat', ...screenRoute('student/chat/chat', () => [query('getAdminId', {}), pages('getMsg', {})]) },
  ]),
  path: 'student',
}
