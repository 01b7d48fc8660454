export const API_BASE = '/api'
export const SOCKET_PATH = '/ws'

/** Where videos and captions are uploaded by the tus protocol (decision 0015). */
export const LESSON_FILES_PATH = `${API_BASE}/lessonFiles`
/** The header of an upload's last answer: the file's path, as a lesson names it. */
export const LESSON_FILE_HEADER = 'lesson-file'

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
  /** Where an admin begins and ends to look at the site as a student. */
  viewAsStudent: '/viewasstudent',
  viewAsAdmin: '/viewasadmin',
  profile: '/student/profile',
  allCourses: '/student/allcourses',
  myCourses: '/student/mycourses',
  chat: '/student/chat',
  blogList: '/student/blog',
  dashboard: '/dashboard',
  users: '/dashboard/users',
  importUsers: '/dashboard/users/import',
  adminCourses: '/dashboard/courses',
  addCourse: '/dashboard/courses/add',
  adminBlogs: '/dashboard/blogs',
  addBlog: '/dashboard/blogs/add',
  analytics: '/dashboard/analytics',
  adminReviews: '/dashboard/reviews',
  systemLog: '/dashboard/systemlog',
  maintenancePanel: '/dashboard/maintenance',
  /** Not pages: files that the browser saves. */
  usersCsv: '/api/exports/users.csv',
  systemLogCsv: '/api/exports/system-log.csv',
  adminChat: '/dashboard/chat',
  apiDocs: '/api/docs',
} as const

/** `/verifycode?email=` */
export function verifyCodePath(email: string): string {
  return `${paths.verifyCode}?email=${encodeURIComponent(email)}`
}

/** `/confirmpass?email=&code=` */
export function confirmPasswordPath(email: string, code: string): string {
  return `${paths.confirmPassword}?email=${encodeURIComponent(email)}&code=${encodeURIComponent(code)}`
}

/** `/student/CoursePage/{id}-{title with whitespace and slashes removed}` */
export function coursePath(course: { course_id: number; title: string }): string {
  return `/student/CoursePage/${course.course_id}-${encodeURIComponent(course.title.replace(/[\s/\\]/g, ''))}`
}

/** One user's page in the dashboard. */
export function userPath(user: { student_id: number }): string {
  return `${paths.users}/${user.student_id}`
}

export function editCoursePath(course: { course_id: number }): string {
  return `${paths.adminCourses}/edit/${course.course_id}`
}

export function editBlogPath(blog: { blog_id: number }): string {
  return `${paths.adminBlogs}/edit/${blog.blog_id}`
}

/** The id is the text before the first dash of the last segment; 0 when that is no id. */
export function parseIdSegment(segment: string | undefined): number {
  const digits = segment?.split('-', 1)[0] ?? ''
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : 0
}

export function uploadPath(imageUrl: string): string {
  return `/uploads/${imageUrl}`
}

/** `/student/blog/{id}-{title without slashes}` */
export function getBlogPath(blog: { blog_id: number; title: string }): string {
  return `${paths.blogList}/${blog.blog_id}-${encodeURIComponent(blog.title.replace(/[/\\]/g, ''))}`
}
