import { ACCOUNT_SECURITY_CALLS } from './calls/account-security-calls.ts'
import type { Access, CacheTag, Call } from './calls/call.ts'
import { COMMERCE_CALLS } from './calls/commerce-calls.ts'
import { LEARNING_CALLS } from './calls/learning-calls.ts'
import { OPERATIONS_CALLS } from './calls/operations-calls.ts'

export type { Access, CacheTag, Call } from './calls/call.ts'

/** Every call in the order of the spec: `login` is `POST /api/login`. Without schemas, so the first load needs no zod. */
export const CALLS = {
  session: {
    method: 'GET',
    access: 'anyone',
    tags: ['account'],
    isCached: true,
    isPolled: true,
    isAllowedInMaintenance: true,
  },
  logout: {
    method: 'GET',
    access: 'anyone',
    invalidates: ['account'],
    isAllowedInMaintenance: true,
    isAllowedInStudentView: true,
  },
  login: {
    method: 'POST',
    access: 'anyone',
    invalidates: ['account', 'log'],
    isAllowedInMaintenance: true,
    // A new session ends the view.
    isAllowedInStudentView: true,
    responseKey: 'data',
  },
  signup: { method: 'POST', access: 'anyone', invalidates: ['users', 'log'], responseKey: 'data' },
  getSignInMethods: {
    method: 'GET',
    access: 'anyone',
    tags: ['site'],
    isCached: true,
    isSessionless: true,
    isAllowedInMaintenance: true,
  },
  setViewAsStudent: {
    method: 'PUT',
    access: 'user',
    invalidates: ['account', 'progress', 'log'],
    isAllowedInMaintenance: true,
    isAllowedInStudentView: true,
  },
  forgotPass: { method: 'POST', access: 'anyone', invalidates: ['log'], isAllowedInMaintenance: true },
  verifyCode: { method: 'POST', access: 'anyone', invalidates: [], isAllowedInMaintenance: true },
  resetPass: { method: 'POST', access: 'anyone', invalidates: ['users', 'log'], isAllowedInMaintenance: true },
  getUserData: { method: 'POST', access: 'user', tags: ['account', 'users'] },
  updateUser: {
    method: 'PUT',
    access: 'user',
    actor: 'student_id',
    invalidates: ['account', 'users', 'reviews', 'comments', 'log'],
  },
  confirmEmail: { method: 'POST', access: 'anyone', invalidates: ['account', 'users', 'log'] },
  handleUploads: {
    method: 'POST',
    access: 'user',
    invalidates: ['account', 'users', 'reviews', 'comments', 'courses', 'blogs', 'paths', 'log'],
    isNarrowedByHandler: true,
    isMultipart: true,
  },
  getAccount: { method: 'GET', access: 'user', tags: ['account', 'settings'] },
  setChatMails: { method: 'PUT', access: 'user', invalidates: ['settings'] },
  changePassword: { method: 'PUT', access: 'user', invalidates: ['account', 'log'] },
  endSession: { method: 'POST', access: 'user', invalidates: ['account'] },
  endOtherSessions: { method: 'POST', access: 'user', invalidates: ['account'] },
  getOwnData: {
    method: 'GET',
    access: 'user',
    tags: [
      'account',
      'settings',
      'courses',
      'progress',
      'orders',
      'reviews',
      'comments',
      'messages',
      'notifications',
      'log',
    ],
  },
  deleteAccount: {
    method: 'POST',
    access: 'student',
    invalidates: ['account', 'progress', 'users', 'reviews', 'comments', 'courses', 'log'],
  },
  getMsg: { method: 'POST', access: 'user', tags: ['messages'] },
  getAdminId: { method: 'GET', access: 'user', tags: ['users'] },
  getConversations: { method: 'POST', access: 'admin', tags: ['conversations', 'users'] },
  markRead: { method: 'PUT', access: 'user', invalidates: ['conversations', 'notifications'] },
  getNotifications: { method: 'POST', access: 'user', tags: ['notifications'] },
  readNotifications: { method: 'PUT', access: 'user', invalidates: ['notifications'] },
  getEnrolledCourses: {
    method: 'POST',
    access: 'user',
    actor: 'student_id',
    tags: ['courses', 'progress'],
    isCached: true,
  },
  getLastLesson: { method: 'GET', access: 'user', tags: ['courses', 'progress'] },
  getBlogData: { method: 'POST', access: 'anyone', tags: ['blogs'], isCached: true },
  addComment: { method: 'POST', access: 'user', actor: 'student_id', invalidates: ['comments', 'log'] },
  // A post that becomes a draft hides its comments.
  getComments: { method: 'POST', access: 'anyone', tags: ['comments', 'blogs'], isCached: true },
  getOwnComments: { method: 'POST', access: 'user', tags: ['comments', 'account'], isCached: true },
  deleteComment: { method: 'POST', access: 'user', invalidates: ['comments', 'log'] },
  completeCourse: {
    method: 'PUT',
    access: 'student',
    actor: 'user_id',
    invalidates: ['progress', 'certificates', 'notifications', 'log'],
  },
  saveLessonPosition: { method: 'PUT', access: 'student', invalidates: ['progress'], isBatched: true },
  // Shown to admins only, so a student's report drops no cached answer.
  reportLessonProblem: { method: 'PUT', access: 'user', invalidates: ['log'] },
  addReview: { method: 'POST', access: 'student', actor: 'student_id', invalidates: ['reviews', 'courses', 'log'] },
  // A draft's reviews are visible only to the students who are enrolled in it.
  getReviews: { method: 'POST', access: 'user', tags: ['reviews', 'courses', 'progress'], isCached: true },
  getReviewSummary: {
    method: 'POST',
    access: 'user',
    tags: ['reviews', 'courses', 'account', 'progress'],
    isCached: true,
  },
  deleteReview: { method: 'POST', access: 'user', invalidates: ['reviews', 'courses', 'log'] },
  getCourseData: { method: 'POST', access: 'user', actor: 'student_id', tags: ['courses', 'progress'], isCached: true },
  enrollCourse: {
    method: 'PUT',
    access: 'student',
    actor: 'student_id',
    invalidates: ['account', 'progress', 'users', 'orders', 'coupons', 'log'],
  },
  getCourses: { method: 'POST', access: 'anyone', tags: ['courses', 'progress'], isCached: true },
  getUsers: { method: 'POST', access: 'admin', tags: ['users'] },
  getUserDetails: {
    method: 'POST',
    access: 'admin',
    tags: ['users', 'courses', 'progress', 'reviews', 'blogs', 'comments'],
  },
  endUserSessions: { method: 'POST', access: 'admin', invalidates: ['users', 'log'] },
  findTakenEmails: { method: 'POST', access: 'admin', tags: ['users'] },
  importUsers: { method: 'POST', access: 'admin', invalidates: ['users', 'log'] },
  getCoursesAdmin: { method: 'POST', access: 'admin', tags: ['courses', 'progress'] },
  getCourseForm: { method: 'POST', access: 'admin', tags: ['courses'] },
  getBlogsAdmin: { method: 'POST', access: 'admin', tags: ['blogs', 'comments'] },
  getBlogForm: { method: 'POST', access: 'admin', tags: ['blogs'] },
  getSystemLog: { method: 'POST', access: 'admin', tags: ['log'] },
  findAnything: { method: 'POST', access: 'admin', tags: ['courses', 'users', 'blogs'] },
  deleteUser: {
    method: 'POST',
    access: 'admin',
    invalidates: ['users', 'messages', 'reviews', 'comments', 'courses', 'log'],
  },
  deleteCourse: {
    method: 'POST',
    access: 'admin',
    invalidates: ['courses', 'reviews', 'users', 'notifications', 'log'],
  },
  clearLessonProblem: { method: 'PUT', access: 'admin', invalidates: ['courses', 'log'] },
  getDeletedCourses: { method: 'POST', access: 'admin', tags: ['courses'] },
  restoreCourse: { method: 'POST', access: 'admin', invalidates: ['courses', 'reviews', 'users', 'log'] },
  deleteBlog: { method: 'POST', access: 'admin', invalidates: ['blogs', 'comments', 'log'] },
  addCourse: {
    method: 'POST',
    access: 'admin',
    actor: 'student_id',
    invalidates: ['courses', 'log'],
    hasLargeBody: true,
  },
  updateCourse: {
    method: 'PUT',
    access: 'admin',
    actor: 'student_id',
    invalidates: ['courses', 'notifications', 'log'],
    hasLargeBody: true,
  },
  duplicateCourse: { method: 'POST', access: 'admin', invalidates: ['courses', 'log'] },
  getAnalystic: {
    method: 'GET',
    access: 'admin',
    tags: ['users', 'courses', 'reviews', 'blogs'],
    sharedForMs: 250,
    isPolled: true,
  },
  getAnalysticByDay: { method: 'POST', access: 'admin', tags: ['users', 'courses', 'progress'] },
  getTopCourses: { method: 'POST', access: 'admin', tags: ['courses', 'progress', 'reviews'] },
  getCourseFunnel: { method: 'POST', access: 'admin', tags: ['courses', 'progress'] },
  // Misspelt in the spec's table of calls, and so on the wire.
  getMaintenace: {
    method: 'GET',
    access: 'anyone',
    tags: ['site'],
    isCached: true,
    isPolled: true,
    isSessionless: true,
    isAllowedInMaintenance: true,
  },
  setMaintenance: { method: 'POST', access: 'admin', actor: 'student_id', invalidates: ['site', 'log'] },
  getSiteWarnings: { method: 'GET', access: 'admin', tags: ['site'] },
  addBlog: {
    method: 'POST',
    access: 'admin',
    actor: 'admin_id',
    invalidates: ['blogs', 'log'],
    hasLargeBody: true,
  },
  updateBlog: {
    method: 'PUT',
    access: 'admin',
    actor: 'admin_id',
    invalidates: ['blogs', 'log'],
    hasLargeBody: true,
  },
  ...ACCOUNT_SECURITY_CALLS,
  ...COMMERCE_CALLS,
  ...LEARNING_CALLS,
  ...OPERATIONS_CALLS,
  addContentPicture: { method: 'POST', access: 'admin', invalidates: [], isMultipart: true },
} as const satisfies Record<string, Call>

/** Chat frames. They pass the same admission and parsing as calls, and travel over the socket only. */
export const SOCKET_CALLS = {
  sendMessage: { access: 'user', invalidates: [] },
  sendTyping: { access: 'user', invalidates: [] },
} as const satisfies Record<string, { access: Access; invalidates: readonly CacheTag[] }>

export type CallName = keyof typeof CALLS
export type SocketCallName = keyof typeof SOCKET_CALLS
export type AnyCallName = CallName | SocketCallName

export const CALL_NAMES = Object.keys(CALLS) as CallName[]

export const getCall = (name: CallName): Call => CALLS[name]

export const getResponseKey = (name: CallName): 'msg' | 'data' => getCall(name).responseKey ?? 'msg'
