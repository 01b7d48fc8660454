import type { CallName } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'

export const ACTORS = ['visitor', 'owner', 'other student', 'removed user', 'admin', 'demoted admin'] as const
export type Actor = (typeof ACTORS)[number]

/** The status of a success, or the error's code. */
type Answer = 200 | ErrorCode
export type Answers = Record<Actor, Answer>

/** What differs from the access level's own answers. */
interface Exceptions {
  /** Also a user who was removed meanwhile. */
  visitor?: Answer
  owner?: Answer
  /** Any student but the owner, such as an admin who was demoted meanwhile. */
  other?: Answer
  admin?: Answer
}

const toAnswers = ({ visitor, owner, other, admin }: Required<Exceptions>): Answers => ({
  ...{ visitor, owner, 'other student': other, 'removed user': visitor, admin, 'demoted admin': other },
})
const ALL = { visitor: 200, owner: 200, other: 200, admin: 200 } as const
const anyone = (exceptions: Exceptions = {}) => toAnswers({ ...ALL, ...exceptions })
const users = (exceptions: Exceptions = {}) => anyone({ visitor: 'not_signed_in', ...exceptions })
const students = (exceptions: Exceptions = {}) => users({ admin: 'not_allowed', ...exceptions })
const admins = () => users({ owner: 'not_allowed', other: 'not_allowed' })
/** For one's own records. */
const ownerOnly = (other: Answer) => students({ other })
const ownerAndAdmins = (other: Answer) => users({ other })

/** Of calls that a browser with a challenge makes, which none of the actors has. */
const LOGIN_EXPIRED = { visitor: 'login_expired', owner: 'login_expired', other: 'login_expired' } as const

/** What each actor is answered about the owner's records (call-inputs.ts) while the site is running. */
export const CALL_ACCESS: Record<CallName, Answers> = {
  session: anyone(),
  logout: anyone(),
  login: anyone(),
  signup: anyone(),
  getSignInMethods: anyone(),
  setViewAsStudent: users({ owner: 'not_allowed', other: 'not_allowed' }),
  forgotPass: anyone(),
  verifyCode: anyone(),
  resetPass: anyone(),
  getUserData: ownerAndAdmins('not_allowed'),
  updateUser: students({ other: 'not_allowed' }),
  confirmEmail: anyone(),
  handleUploads: ownerAndAdmins('not_allowed'),
  getAccount: users(),
  setChatMails: users(),
  changePassword: users(),
  endSession: users({ other: 'session_not_found', admin: 'session_not_found' }),
  endOtherSessions: users(),
  getOwnData: users(),
  // Another user's email is no confirmation.
  deleteAccount: ownerOnly('invalid_input'),
  getMsg: ownerAndAdmins('not_allowed'),
  getAdminId: users(),
  getConversations: admins(),
  markRead: ownerAndAdmins('not_allowed'),
  getNotifications: users(),
  readNotifications: users(),
  getEnrolledCourses: ownerOnly('not_allowed'),
  getLastLesson: users(),
  getBlogData: anyone(),
  addComment: ownerOnly('not_allowed'),
  getComments: anyone(),
  getOwnComments: users(),
  deleteComment: ownerAndAdmins('not_allowed'),
  completeCourse: ownerOnly('not_allowed'),
  saveLessonPosition: ownerOnly('not_enrolled'),
  reportLessonProblem: ownerAndAdmins('not_enrolled'),
  addReview: ownerOnly('not_allowed'),
  getReviews: users(),
  getReviewSummary: users(),
  deleteReview: ownerAndAdmins('not_allowed'),
  getCourseData: ownerOnly('not_allowed'),
  enrollCourse: ownerOnly('not_allowed'),
  getCourses: anyone(),
  getUsers: admins(),
  getUserDetails: admins(),
  endUserSessions: admins(),
  findTakenEmails: admins(),
  importUsers: admins(),
  getCoursesAdmin: admins(),
  getCourseForm: admins(),
  getBlogsAdmin: admins(),
  getBlogForm: admins(),
  getSystemLog: admins(),
  findAnything: admins(),
  deleteUser: admins(),
  deleteCourse: admins(),
  clearLessonProblem: admins(),
  getDeletedCourses: admins(),
  restoreCourse: admins(),
  deleteBlog: admins(),
  addCourse: admins(),
  updateCourse: admins(),
  duplicateCourse: admins(),
  getAnalystic: admins(),
  getAnalysticByDay: admins(),
  getTopCourses: admins(),
  getCourseFunnel: admins(),
  getMaintenace: anyone(),
  setMaintenance: admins(),
  getSiteWarnings: admins(),
  addBlog: admins(),
  updateBlog: admins(),
  addContentPicture: admins(),
  // Second factors.
  confirmLogin: anyone({ ...LOGIN_EXPIRED, admin: 'login_expired' }),
  startPasskeyLogin: anyone(),
  confirmPasskeyLogin: anyone({ ...LOGIN_EXPIRED, admin: 'login_expired' }),
  startTotp: users(),
  confirmTotp: users({ other: 'wrong_code', admin: 'wrong_code' }),
  removeTotp: users(),
  // Only the owner has a second factor.
  renewRecoveryCodes: users({ other: 'changed_meanwhile', admin: 'changed_meanwhile' }),
  startPasskeySetup: users(),
  addPasskey: users({ owner: 'wrong_code', other: 'wrong_code', admin: 'wrong_code' }),
  renamePasskey: users({ other: 'changed_meanwhile', admin: 'changed_meanwhile' }),
  removePasskey: users(),
  sendEmailConfirmation: users(),
  cancelEmailChange: users(),
  forgetTrustedBrowsers: users(),
  setUserRole: admins(),
  removeUserSecondFactor: admins(),
  // Commerce.
  getPaymentSettings: anyone(),
  getPublicCourse: anyone(),
  checkCoupon: students(),
  getCheckout: students(),
  createOrder: students(),
  getOrder: ownerAndAdmins('order_not_found'),
  getMyOrders: users(),
  getOrders: admins(),
  getOrderEvents: admins(),
  payTestOrder: ownerOnly('order_not_found'),
  settleTestOrder: ownerOnly('order_not_found'),
  cancelOrder: ownerAndAdmins('order_not_found'),
  refundOrder: ownerAndAdmins('order_not_found'),
  markOrderPaid: admins(),
  markRefundSent: admins(),
  resendReceipt: admins(),
  grantAccess: admins(),
  revokeAccess: admins(),
  getCoupons: admins(),
  addCoupon: admins(),
  updateCoupon: admins(),
  endCoupon: admins(),
  deleteCoupon: admins(),
  getRevenue: admins(),
  // Learning.
  getLesson: anyone({ visitor: 'not_enrolled', other: 'not_enrolled' }),
  finishCourse: ownerOnly('not_enrolled'),
  getQuiz: ownerAndAdmins('not_enrolled'),
  startAttempt: ownerOnly('not_enrolled'),
  saveAnswer: ownerOnly('attempt_not_found'),
  submitAttempt: ownerOnly('attempt_not_found'),
  getAttempts: ownerOnly('not_enrolled'),
  getSampleQuiz: anyone(),
  checkSampleQuiz: anyone(),
  getQuizResults: admins(),
  submitAssignment: ownerOnly('not_enrolled'),
  getSubmissions: admins(),
  gradeSubmission: admins(),
  getNotes: ownerOnly('not_enrolled'),
  addNote: ownerOnly('not_enrolled'),
  updateNote: ownerOnly('note_not_found'),
  deleteNote: ownerOnly('note_not_found'),
  getCourseStudents: admins(),
  getStudentProgress: admins(),
  setLessonProgress: admins(),
  resetProgress: admins(),
  waivePrerequisites: admins(),
  getMyCertificates: users(),
  getCertificate: anyone(),
  getCertificates: admins(),
  revokeCertificate: admins(),
  replaceCertificate: admins(),
  getCertificateDesign: admins(),
  updateCertificateDesign: admins(),
  getPaths: anyone(),
  getPathData: anyone(),
  findPath: anyone(),
  joinPath: students(),
  getPathsAdmin: admins(),
  getPathForm: admins(),
  addPath: admins(),
  updatePath: admins(),
  deletePath: admins(),
  // Operations.
  getSystem: admins(),
  getErrorGroups: admins(),
  setErrorSolved: admins(),
  sendTestMail: admins(),
  getTrash: admins(),
  restoreFromTrash: admins(),
  deleteFromTrash: admins(),
  getAuditLog: admins(),
  getBackups: admins(),
  startBackup: admins(),
}

/** In maintenance these answer everyone as at other times. Every other call answers admins only, and others 503. */
export const OPEN_IN_MAINTENANCE: ReadonlySet<CallName> = new Set([
  ...(['session', 'logout', 'login', 'getSignInMethods', 'forgotPass', 'verifyCode', 'resetPass'] as const),
  ...(['confirmLogin', 'startPasskeyLogin', 'confirmPasskeyLogin', 'setViewAsStudent', 'getMaintenace'] as const),
])
