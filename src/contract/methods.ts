/**
 * Every call of the API in the order of the spec, with its HTTP method: `POST /api/login` is the call `login`.
 * Apart from the schemas, so that a page's first load needs none of them.
 */
export const METHODS = {
  session: 'GET',
  logout: 'GET',
  login: 'POST',
  signup: 'POST',
  getSignInMethods: 'GET',
  setViewAsStudent: 'PUT',
  forgotPass: 'POST',
  verifyCode: 'POST',
  resetPass: 'POST',
  getUserData: 'POST',
  updateUser: 'PUT',
  confirmEmail: 'POST',
  handleUploads: 'POST',
  getAccount: 'GET',
  setChatMails: 'PUT',
  changePassword: 'PUT',
  endSession: 'POST',
  endOtherSessions: 'POST',
  getOwnData: 'GET',
  deleteAccount: 'POST',
  getMsg: 'POST',
  getAdminId: 'GET',
  getConversations: 'POST',
  markRead: 'PUT',
  getNotifications: 'POST',
  readNotifications: 'PUT',
  getEnrolledCourses: 'POST',
  getBlogData: 'POST',
  addComment: 'POST',
  getComments: 'POST',
  getOwnComments: 'POST',
  deleteComment: 'POST',
  completeCourse: 'PUT',
  saveLessonPosition: 'PUT',
  addReview: 'POST',
  getReviews: 'POST',
  getReviewSummary: 'POST',
  deleteReview: 'POST',
  getCourseData: 'POST',
  enrollCourse: 'PUT',
  getCourses: 'POST',
  getUsers: 'POST',
  getUserDetails: 'POST',
  endUserSessions: 'POST',
  findTakenEmails: 'POST',
  importUsers: 'POST',
  getCoursesAdmin: 'POST',
  getCourseForm: 'POST',
  getBlogsAdmin: 'POST',
  getBlogForm: 'POST',
  getSystemLog: 'POST',
  findAnything: 'POST',
  deleteUser: 'POST',
  deleteCourse: 'POST',
  deleteBlog: 'POST',
  addCourse: 'POST',
  updateCourse: 'PUT',
  duplicateCourse: 'POST',
  getAnalystic: 'GET',
  getAnalysticByDay: 'POST',
  getTopCourses: 'POST',
  getCourseFunnel: 'POST',
  getMaintenace: 'GET',
  setMaintenance: 'POST',
  addBlog: 'POST',
  updateBlog: 'PUT',
  addContentPicture: 'POST',
} as const

export const API_BASE = '/api'

export type CallName = keyof typeof METHODS

/** The calls whose answers travel under `data` rather than `msg` (spec.md, section 7). */
const CALLS_WITH_DATA_KEY: readonly CallName[] = ['login', 'signup']

export function getResponseKey(name: CallName): 'msg' | 'data' {
  return CALLS_WITH_DATA_KEY.includes(name) ? 'data' : 'msg'
}
