/** The only place with addresses. */
export const paths = {
  home: '/',
  features: '/#features',
  login: '/login',
  signup: '/signup',
  logout: '/logout',
  studentLogout: '/student/logout',
  maintenance: '/maintenance',
  profile: '/student/profile',
  allCourses: '/student/allcourses',
  myCourses: '/student/mycourses',
  chat: '/student/chat',
  blogList: '/student/blog',
  dashboard: '/dashboard',
  users: '/dashboard/users',
  apiDocs: '/api/docs',
} as const

/** `/student/CoursePage/{id}-{title with whitespace and slashes removed}` */
export function coursePath(course: { course_id: number; title: string }): string {
  return `/student/CoursePage/${course.course_id}-${encodeURIComponent(course.title.replace(/[\s/\\]/g, ''))}`
}

/** The id is the text before the first dash of the last segment; 0 when that is no id. */
export function idOfSegment(segment: string | undefined): number {
  const digits = segment?.split('-', 1)[0] ?? ''
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : 0
}

export function uploadPath(imageUrl: string): string {
  return `/uploads/${imageUrl}`
}
