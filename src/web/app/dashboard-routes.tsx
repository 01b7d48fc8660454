import type { RouteObject } from 'react-router'
import { pages, query } from '#web/data/api.ts'
import { parseIdSegment } from '#contract/paths.ts'
import { AdminLayout } from './dashboard/admin-layout.tsx'
import {
  ChatError,
  CourseWorkError,
  OrderError,
  PathError,
  PostError,
  ReviewsError,
  UserError,
} from './dashboard/missing-record-errors.tsx'
import { CourseFormError } from '#web/screens/admin/course-form/course-form-error.tsx'
import { parseAnalyticsSearch } from '#web/screens/admin/analytics/analytics-search.ts'
import { parsePanelSearch } from '#web/features/panels/panel-search.ts'
import { parseAuditSearch } from '#web/screens/admin/audit-log/audit-search.ts'
import { parseChatSearch } from '#web/screens/admin/chat/chat-search.ts'
import { parseCertificatesSearch } from '#web/screens/admin/certificates/certificates-search.ts'
import { parseLogSearch } from '#web/screens/admin/system-log/log-search.ts'
import { parseOrdersSearch } from '#web/screens/admin/orders/orders-search.ts'
import { parseSubmissionsSearch } from '#web/screens/admin/submissions/submissions-search.ts'
import { parseTrashSearch } from '#web/screens/admin/trash/trash-search.ts'
import { parseUsersSearch } from '#web/screens/admin/users/users-search.ts'
import { loadAreaPageNotFound } from './routes.tsx'
import { createCatchAllRoute, type ScreenQueries, createScreenRoutes, requireId } from './screen-route.tsx'
import { getSearchText } from '#web/ui/list/search-text.ts'

const screenRoute = createScreenRoutes(
  import.meta.glob<{ Component: React.ComponentType }>('../screens/admin/**/*-screen.tsx'),
)

const usersQueries: ScreenQueries = ({ search }) => [pages('getUsers', parseUsersSearch(search))]

const analyticsQueries: ScreenQueries = ({ search }) => {
  const { days, courseId } = parseAnalyticsSearch(search)
  const funnel = courseId > 0 ? [query('getCourseFunnel', { course_id: courseId })] : []
  return [
    query('getAnalystic', {}),
    query('getAnalysticByDay', { days }),
    query('getRevenue', { days }),
    query('getPaymentSettings', {}),
    query('getTopCourses', { days }),
    ...funnel,
  ]
}

const reviewsQueries: ScreenQueries = ({ search }) => {
  const course_id = parseIdSegment(search.get('course') ?? '')
  const reviewQueries =
    course_id > 0
      ? [pages('getReviews', { course_id }), query('getReviewSummary', { course_id })]
      : [pages('getReviews', {})]
  return [query('getCourses', { page: null }), ...reviewQueries]
}

const trashQueries: ScreenQueries = ({ search }) => [pages('getTrash', parseTrashSearch(search))]

const chatQueries: ScreenQueries = ({ search }) => {
  const student = parseIdSegment(search.get('student') ?? '')
  return [
    pages('getConversations', parseChatSearch(search)),
    ...(student > 0 ? [query('getUserData', { id: student }), pages('getMsg', { receiver_id: student })] : []),
  ]
}

/** In its own chunk, so that only admins load it. */
export const dashboardRoute: RouteObject = {
  // A router that already has this route recognizes it by the id.
  id: 'dashboard',
  path: 'dashboard',
  Component: AdminLayout,
  children: [
    { index: true, ...screenRoute('admin/users/users', usersQueries) },
    { path: 'users', ...screenRoute('admin/users/users', usersQueries) },
    { path: 'users/import', ...screenRoute('admin/users/import/import-users') },
    {
      path: 'users/:userId',
      ...screenRoute('admin/users/user/user', ({ params }) => [
        query('getUserDetails', { user_id: requireId(params.userId, 'user_not_found') }),
      ]),
      ErrorBoundary: UserError,
    },
    {
      path: 'courses',
      ...screenRoute('admin/courses/courses', ({ search }) => [
        pages('getCoursesAdmin', parsePanelSearch(search)),
        query('getPaymentSettings', {}),
      ]),
    },
    {
      path: 'courses/deleted',
      // The address of the courses' own trash, which was moved.
      ...screenRoute('admin/trash/trash', trashQueries),
    },
    {
      path: 'courses/add',
      ...screenRoute('admin/course-form/add-course', () => [query('getPaymentSettings', {})]),
    },
    {
      path: 'courses/edit/:courseId',
      ...screenRoute('admin/course-form/edit-course', ({ params }) => [
        query('getCourseForm', { course_id: requireId(params.courseId, 'course_not_found') }),
        query('getPaymentSettings', {}),
      ]),
      ErrorBoundary: CourseFormError,
    },
    {
      path: 'courses/:courseId/students',
      ...screenRoute('admin/course-students/course-students', ({ params, search }) => {
        const course_id = requireId(params.courseId, 'course_not_found')
        const search_text = getSearchText(search)
        return [pages('getCourseStudents', { course_id, search_text }), query('getCourseData', { course_id })]
      }),
      ErrorBoundary: CourseWorkError,
    },
    {
      path: 'courses/:courseId/students/:studentId',
      ...screenRoute('admin/student-progress/student-progress', ({ params }) => {
        const course_id = requireId(params.courseId, 'course_not_found')
        const student_id = requireId(params.studentId, 'user_not_found')
        return [query('getStudentProgress', { course_id, student_id }), query('getCourseData', { course_id })]
      }),
      ErrorBoundary: CourseWorkError,
    },
    {
      path: 'courses/:courseId/quizzes/:materialId',
      ...screenRoute('admin/quiz-results/quiz-results', ({ params }) => [
        query('getQuizResults', { material_id: requireId(params.materialId, 'lesson_not_found') }),
      ]),
      ErrorBoundary: CourseWorkError,
    },
    {
      path: 'blogs',
      ...screenRoute('admin/blogs/blogs', ({ search }) => [pages('getBlogsAdmin', parsePanelSearch(search))]),
    },
    { path: 'blogs/add', ...screenRoute('admin/blog-form/add-blog') },
    {
      path: 'blogs/edit/:blogId',
      ...screenRoute('admin/blog-form/edit-blog', ({ params }) => [
        query('getBlogForm', { blog_id: requireId(params.blogId, 'blog_not_found') }),
      ]),
      ErrorBoundary: PostError,
    },
    { path: 'analytics', ...screenRoute('admin/analytics/analytics', analyticsQueries) },
    { path: 'reviews', ...screenRoute('admin/reviews/reviews', reviewsQueries), ErrorBoundary: ReviewsError },
    { path: 'chat', ...screenRoute('admin/chat/chat', chatQueries), ErrorBoundary: ChatError },
    {
      path: 'systemlog',
      ...screenRoute('admin/system-log/system-log', ({ search }) => [pages('getSystemLog', parseLogSearch(search))]),
    },
    {
      path: 'account',
      ...screenRoute('admin/account/account', () => [query('getUserData', {}), query('getAccount', {})]),
    },
    {
      path: 'orders',
      ...screenRoute('admin/orders/orders', ({ search }) => [
        pages('getOrders', parseOrdersSearch(search)),
        query('getPaymentSettings', {}),
      ]),
    },
    {
      path: 'orders/:orderId',
      ...screenRoute('admin/orders/order/order', ({ params }) => {
        const order_id = requireId(params.orderId, 'order_not_found')
        return [query('getOrder', { order_id }), query('getOrderEvents', { order_id })]
      }),
      ErrorBoundary: OrderError,
    },
    {
      path: 'certificates',
      ...screenRoute('admin/certificates/certificates', ({ search }) => [
        pages('getCertificates', parseCertificatesSearch(search)),
      ]),
    },
    {
      path: 'certificates/design',
      ...screenRoute('admin/certificates/certificate-design', () => [query('getCertificateDesign', {})]),
    },
    {
      path: 'coupons',
      ...screenRoute('admin/coupons/coupons', ({ search }) => [
        pages('getCoupons', { search_text: getSearchText(search) }),
        query('getPaymentSettings', {}),
      ]),
    },
    {
      path: 'paths',
      ...screenRoute('admin/paths/paths', ({ search }) => [
        pages('getPathsAdmin', parsePanelSearch(search)),
        query('getPaymentSettings', {}),
      ]),
    },
    { path: 'paths/add', ...screenRoute('admin/path-form/add-path') },
    {
      path: 'paths/edit/:pathId',
      ...screenRoute('admin/path-form/edit-path', ({ params }) => [
        query('getPathForm', { path_id: requireId(params.pathId, 'path_not_found') }),
      ]),
      ErrorBoundary: PathError,
    },
    {
      path: 'submissions',
      ...screenRoute('admin/submissions/submissions', ({ search }) => [
        pages('getSubmissions', parseSubmissionsSearch(search)),
      ]),
    },
    { path: 'system', ...screenRoute('admin/system/system', () => [query('getSystem', {})]) },
    { path: 'trash', ...screenRoute('admin/trash/trash', trashQueries) },
    {
      path: 'audit',
      ...screenRoute('admin/audit-log/audit-log', ({ search }) => [
        pages('getAuditLog', parseAuditSearch(search)),
        query('getPaymentSettings', {}),
      ]),
    },
    { path: 'maintenance', ...screenRoute('admin/maintenance/maintenance') },
    createCatchAllRoute(loadAreaPageNotFound),
  ],
}
