import type { RouteObject } from 'react-router'
import { pages, query } from '#web/data/api.ts'
import { idOfSegment } from '#contract/paths.ts'
import { AdminLayout } from './dashboard/admin-layout.tsx'
import { NoSuchCourse } from '#web/screens/admin/course-form/no-such-course.tsx'
import { analyticsSearch } from '#web/screens/admin/analytics/analytics-search.ts'
import { panelSearch } from '#web/features/panels/panel-search.ts'
import { logSearch } from '#web/screens/admin/system-log/log-search.ts'
import { UserError } from '#web/screens/admin/users/user/user-error.tsx'
import { usersSearch } from '#web/screens/admin/users/users-search.ts'
import { AreaPageNotFound } from './not-found/page-not-found.tsx'
import { anyOtherPath, type Queries, screensOf } from './screen-route.tsx'
import { wordsOf } from '#web/ui/list/search-text.ts'

const screen = screensOf(import.meta.glob<{ Component: React.ComponentType }>('../screens/admin/**/*-screen.tsx'))

const users: Queries = ({ search }) => [pages('getUsers', usersSearch(search))]

const analytics: Queries = ({ search }) => {
  const { days, courseId } = analyticsSearch(search)
  const funnel = courseId > 0 ? [query('getCourseFunnel', { course_id: courseId })] : []
  return [query('getAnalystic', {}), query('getAnalysticByDay', { days }), query('getTopCourses', { days }), ...funnel]
}

const reviews: Queries = ({ search }) => {
  const course_id = idOfSegment(search.get('course') ?? '')
  const ofCourse = course_id > 0 ? [pages('getReviews', { course_id }), query('getReviewSummary', { course_id })] : []
  return [query('getCourses', { page: null }), ...ofCourse]
}

const oneConversation: Queries = ({ search }) => {
  const student = idOfSegment(search.get('student') ?? '')
  return [
    pages('getConversations', { search_text: wordsOf(search) }),
    ...(student > 0 ? [query('getUserData', { id: student }), pages('getMsg', { receiver_id: student })] : []),
  ]
}

/** The dashboard's part of the site map, apart so that only who goes there loads it. */
export const dashboard: RouteObject = {
  // A router that has it already knows it by this.
  id: 'dashboard',
  path: 'dashboard',
  Component: AdminLayout,
  children: [
    { index: true, ...screen('admin/users/users', users) },
    { path: 'users', ...screen('admin/users/users', users) },
    { path: 'users/import', ...screen('admin/users/import/import-users') },
    {
      path: 'users/:userId',
      ...screen('admin/users/user/user', ({ params }) => [
        query('getUserDetails', { user_id: idOfSegment(params.userId) }),
      ]),
      ErrorBoundary: UserError,
    },
    {
      path: 'courses',
      ...screen('admin/courses/courses', ({ search }) => [pages('getCoursesAdmin', panelSearch(search))]),
    },
    { path: 'courses/add', ...screen('admin/course-form/add-course') },
    {
      path: 'courses/edit/:courseId',
      ...screen('admin/course-form/edit-course', ({ params }) => [
        query('getCourseForm', { course_id: idOfSegment(params.courseId) }),
      ]),
      ErrorBoundary: NoSuchCourse,
    },
    { path: 'blogs', ...screen('admin/blogs/blogs', ({ search }) => [pages('getBlogsAdmin', panelSearch(search))]) },
    { path: 'blogs/add', ...screen('admin/blog-form/add-blog') },
    {
      path: 'blogs/edit/:blogId',
      ...screen('admin/blog-form/edit-blog', ({ params }) => [
        query('getBlogForm', { blog_id: idOfSegment(params.blogId) }),
      ]),
    },
    { path: 'analytics', ...screen('admin/analytics/analytics', analytics) },
    { path: 'reviews', ...screen('admin/reviews/reviews', reviews) },
    { path: 'chat', ...screen('admin/chat/chat', oneConversation) },
    {
      path: 'systemlog',
      ...screen('admin/system-log/system-log', ({ search }) => [pages('getSystemLog', logSearch(search))]),
    },
    { path: 'maintenance', ...screen('admin/maintenance/maintenance') },
    anyOtherPath(AreaPageNotFound),
  ],
}
