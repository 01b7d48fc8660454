/** The only place with addresses. */
export const paths = {
  home: '/',
  features: '/#features',
  login: '/login',
  signup: '/signup',
  /** Not a page: the server sends the browser on to Google. */
  googleSignIn: '/api/auth/google',
  forgotPassword: '/forgotpassword',
  verifyCode: '/verifycode',
  confirmPassword: '/confirmpass',
  confirmEmail: '/confirmemail',
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
  adminChat: '/dashboard/chat',
  apiDocs: '/api/docs',
} as const

/** `/verifycode?email=` */
export function verifyCodePath(email: string): string {
  return `${paths.verifyCode}?${new URLSearchParams({ email })}`
}

/** `/confirmpass?email=&code=` */
export function confirmPasswordPath(email: string, code: string): string {
  return `${paths.confirmPassword}?${new URLSearchParams({ email, code })}`
}

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
