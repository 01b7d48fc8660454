// Every URL of the product.

export const API_BASE = '/api'
export const SOCKET_PATH = '/ws'
/** Pictures and lesson files. */
export const UPLOADS_PATH = '/uploads'
/** Tables as CSV files. */
export const EXPORTS_PATH = `${API_BASE}/exports`
/** Where videos and captions are uploaded by the tus protocol (decision 0015). */
export const LESSON_FILES_PATH = `${API_BASE}/lessonFiles`
/** Where a student uploads a file for an assignment, and its author and admins download it. */
export const SUBMISSION_FILES_PATH = `${API_BASE}/submissionFiles`
/** The header of an upload's last answer: the file's path, as a lesson names it. */
export const LESSON_FILE_HEADER = 'lesson-file'

export const paths = {
  home: '/',
  features: '/#features',
  login: '/login',
  /** The second step of a login. */
  loginStep: '/loginstep',
  /** Where an admin sets up a second factor before anything else. */
  secondFactor: '/secondfactor',
  signup: '/signup',
  forgotPassword: '/forgotpassword',
  verifyCode: '/verifycode',
  confirmPassword: '/confirmpass',
  confirmEmail: '/confirmemail',
  logout: '/logout',
  maintenance: '/maintenance',
  /** Where an admin starts and stops viewing the site as a student. */
  viewAsStudent: '/viewasstudent',
  viewAsAdmin: '/viewasadmin',
  student: '/student',
  studentLogout: '/student/logout',
  profile: '/student/profile',
  allCourses: '/student/allcourses',
  coursePage: '/student/CoursePage',
  publicCourse: '/courses',
  learningPaths: '/paths',
  certificates: '/certificates',
  myCourses: '/student/mycourses',
  purchases: '/student/purchases',
  checkout: '/student/checkout',
  myCertificates: '/student/certificates',
  myNotes: '/student/notes',
  chat: '/student/chat',
  blogList: '/student/blog',
  dashboard: '/dashboard',
  adminAccount: '/dashboard/account',
  users: '/dashboard/users',
  importUsers: '/dashboard/users/import',
  adminCourses: '/dashboard/courses',
  addCourse: '/dashboard/courses/add',
  adminBlogs: '/dashboard/blogs',
  addBlog: '/dashboard/blogs/add',
  analytics: '/dashboard/analytics',
  adminReviews: '/dashboard/reviews',
  adminChat: '/dashboard/chat',
  systemLog: '/dashboard/systemlog',
  adminPaths: '/dashboard/paths',
  addPath: '/dashboard/paths/add',
  adminCertificates: '/dashboard/certificates',
  certificateDesign: '/dashboard/certificates/design',
  submissions: '/dashboard/submissions',
  orders: '/dashboard/orders',
  coupons: '/dashboard/coupons',
  auditLog: '/dashboard/audit',
  trash: '/dashboard/trash',
  maintenancePanel: '/dashboard/maintenance',
  system: '/dashboard/system',
  apiDocs: `${API_BASE}/docs`,
  // Not pages.
  openApi: `${API_BASE}/openapi.json`,
  googleSignIn: `${API_BASE}/auth/google`,
  usersCsv: `${EXPORTS_PATH}/users.csv`,
  ordersCsv: `${EXPORTS_PATH}/orders.csv`,
  stripeWebhook: `${API_BASE}/payments/stripe/webhook`,
  systemLogCsv: `${EXPORTS_PATH}/system-log.csv`,
  auditLogCsv: `${EXPORTS_PATH}/audit-log.csv`,
  rssFeed: '/feed.xml',
  atomFeed: '/atom.xml',
  coursesFeed: '/courses.xml',
  sampleQuiz: '/samples/quiz',
  sampleCertificate: '/samples/certificate.pdf',
  sitemap: '/sitemap.xml',
} as const

export function forgotPasswordPath(token: string): string {
  return `${paths.forgotPassword}?token=${token}`
}

/** @param token from the link to the form that asks for a code, for asking again */
export function verifyCodePath(email: string, token?: string): string {
  return `${paths.verifyCode}?email=${encodeURIComponent(email)}${token === undefined ? '' : `&token=${encodeURIComponent(token)}`}`
}

export function confirmPasswordPath(email: string, code: string): string {
  return `${paths.confirmPassword}?email=${encodeURIComponent(email)}&code=${encodeURIComponent(code)}`
}

export function confirmEmailPath(token: string): string {
  return `${paths.confirmEmail}?token=${token}`
}

/** The same page, for the email that the account has. */
export function verifyEmailPath(token: string): string {
  return `${confirmEmailPath(token)}&own=1`
}

/** @param steps what can finish the login */
export function loginStepPath(steps: readonly string[], next: string | null): string {
  const path = `${paths.loginStep}?steps=${steps.join()}`
  return next === null ? path : `${path}&next=${encodeURIComponent(next)}`
}

/** `/student/CoursePage/{id}-{title with whitespace and slashes removed}` */
export function coursePath(course: { course_id: number; title: string }): string {
  return `${paths.coursePage}/${course.course_id}-${encodeURIComponent(course.title.replace(/[\s/\\]/g, ''))}`
}

export function checkoutPath(course: { course_id: number }): string {
  return `${paths.checkout}/${course.course_id}`
}

/** Where a student pays a test order, waits for the server's word and sees how it ended. */
export function orderPath(order: { order_id: number }): string {
  return `${paths.purchases}/${order.order_id}`
}

/** The built-in payment page of the test mode. */
export function testPaymentPath(order: { order_id: number }): string {
  return `${orderPath(order)}/pay`
}

export function certificatePath(id: string): string {
  return `${paths.certificates}/${id}`
}

/** The same certificate as a file. */
export function certificatePdfPath(id: string): string {
  return `${certificatePath(id)}.pdf`
}

/** The same certificate as an Open Badges 3.0 credential. */
export function certificateJsonPath(id: string): string {
  return `${certificatePath(id)}.json`
}

export function editPathPath(path: { path_id: number }): string {
  return `${paths.adminPaths}/edit/${path.path_id}`
}

/** A course's students with their progress, in the dashboard. */
export function courseStudentsPath(course: { course_id: number }): string {
  return `${paths.adminCourses}/${course.course_id}/students`
}

export function studentProgressPath(course: { course_id: number }, student: { student_id: number }): string {
  return `${courseStudentsPath(course)}/${student.student_id}`
}

/** How students did in a quiz, in the dashboard. */
export function quizResultsPath(course: { course_id: number }, lesson: { material_id: number }): string {
  return `${paths.adminCourses}/${course.course_id}/quizzes/${lesson.material_id}`
}

/** An order in the dashboard. */
export function adminOrderPath(order: { order_id: number }): string {
  return `${paths.orders}/${order.order_id}`
}

export function receiptPath(order: { order_id: number }): string {
  return `${API_BASE}/orders/${order.order_id}/receipt.pdf`
}

export function creditNotePath(order: { order_id: number }): string {
  return `${API_BASE}/orders/${order.order_id}/credit-note.pdf`
}

/** `/student/blog/{id}-{title without slashes}` */
export function blogPath(blog: { blog_id: number; title: string }): string {
  return `${paths.blogList}/${blog.blog_id}-${encodeURIComponent(blog.title.replace(/[/\\]/g, ''))}`
}

/** A user's page in the dashboard. */
export function userPath(user: { student_id: number }): string {
  return `${paths.users}/${user.student_id}`
}

export function editCoursePath(course: { course_id: number }): string {
  return `${paths.adminCourses}/edit/${course.course_id}`
}

/** A lesson in its course's form. */
export function editLessonPath(course: { course_id: number }, lesson: { material_id: number }): string {
  return `${editCoursePath(course)}?lesson=${lesson.material_id}`
}

export function editBlogPath(blog: { blog_id: number }): string {
  return `${paths.adminBlogs}/edit/${blog.blog_id}`
}

/** @param name a picture's `image_url`, or a lesson file's name */
export function uploadPath(name: string): string {
  return `${UPLOADS_PATH}/${name}`
}

/** A course's path has its whole title, and a letter of some scripts takes nine characters. */
const MAX_NEXT_LENGTH = 2_000

/** Pages that change the session, and those that only visitors see. */
const NEVER_NEXT = /^\/(log|signup|secondf|viewas|student\/logout|maintenance)/i

/**
 * The page of `?next=`, to go to after signing in; null unless it is a page of this site.
 * @param next as it arrived, so any text
 */
export function parseNextPath(next: string | null | undefined): string | null {
  if (!next || next.length > MAX_NEXT_LENGTH || NEVER_NEXT.test(next)) return null
  const base = 'http://x'
  // Only an absolute path in its normal form is unchanged: `//host`, `/\host`, schemes, dots and control characters are not.
  return URL.canParse(next, base) && new URL(next, base).href === base + next ? next : null
}

/** @param path such as `/login` or `/signup` */
export function withNext(path: string, next: string | null): string {
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`
}

/** The id before the first dash of the last segment; 0 when there is none. */
export function parseIdSegment(segment: string | undefined): number {
  const digits = segment?.split('-', 1)[0] ?? ''
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : 0
}
