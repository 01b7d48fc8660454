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

/** `/student/CoursePage/{id}-{title with whitespace and slashes removed}` */
export function coursePath(course: { course_id: number; title: string }): string {
  return `${paths.coursePage}/${course.course_id}-${encodeURIComponent(course.title.replace(/[\s/\\]/g, ''))}`
}

/** @param name a picture's `image_url`, or a lesson file's name */
export function uploadPath(name: string): string {
  return `${UPLOADS_PATH}/${name}`
}

/** A course's path has its whole title, and a letter of some scripts takes nine characters. */
const MAX_NEXT_LENGTH = 2_000

/** Pages that change the session, and those that only visitors see. Some have secrets in their query. */
const NEVER_NEXT = /^\/(log|signup|forgotp|verifyc|confirm|secondf|viewas|student\/logout|maintenance)/i

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
