import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERRORS, isErrorCode } from '#contract/errors.ts'
import { CALL_NAMES, type CallName, getCall, getResponseKey } from '#contract/calls.ts'
import { API_BASE } from '#contract/paths.ts'
import { SPEC_CALLS } from '#contract/calls/spec-calls.ts'
import { buildApp } from './app.ts'
import { site, users } from './platform/db/schema.ts'
import { at } from './testing/at.ts'
import { storeOrder } from './testing/commerce/orders.ts'
import { TINY_PNG, createPictureForm } from './testing/files/picture-form.ts'
import { type TestApp, createTestApp } from './testing/test-app.ts'
import { PROJECT_ROOT } from './platform/project-root.ts'

const ACTORS = ['visitor', 'student', 'other student', 'removed user', 'admin', 'demoted admin'] as const
type Actor = (typeof ACTORS)[number]

/** The student's own records. Every other actor sends the same bodies. */
interface Fixture {
  student_id: number
  email: string
  course_id: number
  lesson_id: number
  blog_id: number
  /** Pending and manual. */
  order_id: number
  /** Whether the site is running. */
  running: boolean
}

interface Row {
  body: (fixture: Fixture) => object
  /** The expected status for each of ACTORS while the site is running. */
  running: readonly [number, number, number, number, number, number]
  /** In maintenance it answers everyone; otherwise 503 to all but admins. */
  inMaintenance: boolean
}

const EVERYONE = [200, 200, 200, 200, 200, 200] as const
const USERS = [401, 200, 200, 401, 200, 200] as const
const STUDENTS = [401, 200, 200, 401, 403, 200] as const
const ADMINS = [401, 403, 403, 401, 200, 403] as const
const ADMINS_NOT_FOUND = [401, 403, 403, 401, 404, 403] as const
const STUDENT_ONLY = [401, 200, 403, 401, 403, 403] as const
const INVALID_FOR_ALL = [400, 400, 400, 400, 400, 400] as const
const UNAUTHORIZED_FOR_ALL = [401, 401, 401, 401, 401, 401] as const
const USERS_INVALID = [401, 400, 400, 401, 400, 400] as const
const PASSWORD = 'a lantern in the fog'
let signUps = 0
const createCourseForm = () => ({
  title: 'New',
  description: '',
  price: 10,
  discount: 0,
  category: 'Cybersecurity Basics',
  tabs: 'a b',
  materials: [],
})
let newCoupons = 0
const createCouponForm = () => ({ code: `NEW-${++newCoupons}`, kind: 'percent', value: 10 })
const createBlogForm = () => ({ title: 'New', subtitle: '', content: '<p>New</p>' })

const UNKNOWN_CERTIFICATE = '00000000-0000-4000-8000-000000000000'

const TABLE: Record<CallName, Row> = {
  session: { body: () => ({}), running: EVERYONE, inMaintenance: true },
  logout: { body: () => ({}), running: EVERYONE, inMaintenance: true },
  login: { body: ({ email }) => ({ email, password: PASSWORD }), running: EVERYONE, inMaintenance: true },
  signup: {
    body: () => ({
      first_name: 'New',
      last_name: 'Comer',
      email: `new${++signUps}@mail.example`,
      password: PASSWORD,
      birthdate: '2000-01-01',
    }),
    running: EVERYONE,
    inMaintenance: false,
  },
  getSignInMethods: { body: () => ({}), running: EVERYONE, inMaintenance: true },
  forgotPass: { body: ({ email }) => ({ email }), running: EVERYONE, inMaintenance: true },
  verifyCode: { body: ({ email }) => ({ email, code: '000000' }), running: INVALID_FOR_ALL, inMaintenance: true },
  resetPass: {
    body: ({ email }) => ({ email, code: '000000', password: PASSWORD }),
    running: INVALID_FOR_ALL,
    inMaintenance: true,
  },
  getUserData: {
    body: ({ student_id }) => ({ id: student_id }),
    running: [401, 200, 403, 401, 200, 403],
    inMaintenance: false,
  },
  updateUser: {
    body: ({ student_id, email }) => ({
      student_id,
      email,
      first_name: 'A',
      last_name: 'B',
      birthdate: '2000-01-01',
      gender: 'Female',
    }),
    running: STUDENT_ONLY,
    inMaintenance: false,
  },
  confirmLogin: { body: () => ({ code: '000000' }), running: UNAUTHORIZED_FOR_ALL, inMaintenance: true },
  startPasskeyLogin: { body: () => ({ second_step: false }), running: EVERYONE, inMaintenance: true },
  confirmPasskeyLogin: {
    body: () => ({
      response: {
        ...{ id: 'x', rawId: 'x', type: 'public-key' },
        response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
      },
    }),
    running: UNAUTHORIZED_FOR_ALL,
    inMaintenance: true,
  },
  startTotp: { body: () => ({ password: PASSWORD }), running: USERS, inMaintenance: false },
  confirmTotp: { body: () => ({ code: '000000' }), running: USERS_INVALID, inMaintenance: false },
  removeTotp: { body: () => ({ password: PASSWORD }), running: USERS, inMaintenance: false },
  renewRecoveryCodes: {
    body: () => ({ password: PASSWORD }),
    running: [401, 409, 409, 401, 409, 409],
    inMaintenance: false,
  },
  startPasskeySetup: { body: () => ({ password: PASSWORD }), running: USERS, inMaintenance: false },
  addPasskey: {
    body: () => ({
      name: 'Key',
      response: {
        ...{ id: 'x', rawId: 'x', type: 'public-key' },
        response: { clientDataJSON: 'x', attestationObject: 'x' },
      },
    }),
    running: USERS_INVALID,
    inMaintenance: false,
  },
  renamePasskey: {
    body: () => ({ passkey_id: 999_999_999, name: 'Key' }),
    running: [401, 409, 409, 401, 409, 409],
    inMaintenance: false,
  },
  removePasskey: {
    body: () => ({ passkey_id: 999_999_999, password: PASSWORD }),
    running: USERS,
    inMaintenance: false,
  },
  sendEmailConfirmation: { body: () => ({}), running: USERS, inMaintenance: false },
  setUserRole: {
    body: ({ student_id }) => ({ user_id: student_id, role: 'student', password: PASSWORD }),
    running: ADMINS,
    inMaintenance: false,
  },
  confirmEmail: { body: () => ({ token: 'x' }), running: INVALID_FOR_ALL, inMaintenance: false },
  handleUploads: {
    body: ({ student_id }) => ({ id: student_id, image: TINY_PNG }),
    running: [401, 200, 403, 401, 200, 403],
    inMaintenance: false,
  },
  getAccount: { body: () => ({}), running: USERS, inMaintenance: false },
  changePassword: {
    body: () => ({ password: PASSWORD, new_password: `${PASSWORD}!` }),
    running: USERS,
    inMaintenance: false,
  },
  endSession: {
    body: () => ({ session_id: 999_999_999 }),
    running: [401, 404, 404, 401, 404, 404],
    inMaintenance: false,
  },
  endOtherSessions: { body: () => ({}), running: USERS, inMaintenance: false },
  getOwnData: { body: () => ({}), running: USERS, inMaintenance: false },
  // Another user's email is no confirmation.
  deleteAccount: {
    body: ({ email }) => ({ confirmation: email, password: PASSWORD }),
    running: [401, 200, 400, 401, 403, 400],
    inMaintenance: false,
  },
  getMsg: {
    body: ({ student_id }) => ({ page: 1, sender_id: student_id }),
    running: [401, 200, 403, 401, 200, 403],
    inMaintenance: false,
  },
  getAdminId: { body: () => ({}), running: USERS, inMaintenance: false },
  getConversations: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  markRead: {
    body: ({ student_id }) => ({ student_id, msg_id: 1 }),
    running: [401, 200, 403, 401, 200, 403],
    inMaintenance: false,
  },
  getNotifications: { body: () => ({ page: 1 }), running: USERS, inMaintenance: false },
  readNotifications: { body: () => ({}), running: USERS, inMaintenance: false },
  setChatMails: { body: () => ({ chatMails: true }), running: USERS, inMaintenance: false },
  getLastLesson: { body: () => ({}), running: USERS, inMaintenance: false },
  getEnrolledCourses: {
    body: ({ student_id }) => ({ page: 1, student_id }),
    running: STUDENT_ONLY,
    inMaintenance: false,
  },
  getBlogData: { body: () => ({ page: 1 }), running: EVERYONE, inMaintenance: false },
  completeCourse: {
    body: ({ student_id, course_id, lesson_id }) => ({ id: lesson_id, course_id, user_id: student_id, value: true }),
    running: STUDENT_ONLY,
    inMaintenance: false,
  },
  saveLessonPosition: {
    body: ({ lesson_id }) => ({ id: lesson_id, position: 5 }),
    running: STUDENT_ONLY,
    inMaintenance: false,
  },
  addComment: {
    body: ({ student_id, blog_id }) => ({ blog_id, student_id, comment_text: 'Well said.' }),
    running: [401, 200, 403, 401, 403, 403],
    inMaintenance: false,
  },
  getComments: { body: ({ blog_id }) => ({ page: 1, blog_id }), running: EVERYONE, inMaintenance: false },
  getOwnComments: { body: ({ blog_id }) => ({ blog_id }), running: USERS, inMaintenance: false },
  deleteComment: {
    body: () => ({ comment_id: 999_999_999 }),
    running: [401, 404, 404, 401, 404, 404],
    inMaintenance: false,
  },
  reportLessonProblem: {
    body: ({ lesson_id }) => ({ material_id: lesson_id }),
    running: [401, 200, 403, 401, 200, 403],
    inMaintenance: false,
  },
  addReview: {
    body: ({ student_id, course_id }) => ({ course_id, student_id, review_text: 'Clear and short.', stars: 5 }),
    running: STUDENT_ONLY,
    inMaintenance: false,
  },
  getReviewSummary: { body: ({ course_id }) => ({ course_id }), running: USERS, inMaintenance: false },
  deleteReview: {
    body: () => ({ review_id: 999_999_999 }),
    running: [401, 404, 404, 401, 404, 404],
    inMaintenance: false,
  },
  getReviews: { body: ({ course_id }) => ({ page: 1, course_id }), running: USERS, inMaintenance: false },
  getCourseData: {
    body: ({ course_id, student_id }) => ({ course_id, student_id }),
    running: STUDENT_ONLY,
    inMaintenance: false,
  },
  enrollCourse: {
    body: ({ course_id, student_id }) => ({ course_id, student_id }),
    running: STUDENT_ONLY,
    inMaintenance: false,
  },
  getCourses: { body: () => ({ page: 1 }), running: EVERYONE, inMaintenance: false },
  getUsers: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  setViewAsStudent: { body: () => ({ on: false }), running: [401, 403, 403, 401, 200, 403], inMaintenance: true },
  getUserDetails: { body: ({ student_id }) => ({ user_id: student_id }), running: ADMINS, inMaintenance: false },
  endUserSessions: { body: () => ({ user_id: 999_999_999 }), running: ADMINS_NOT_FOUND, inMaintenance: false },
  findTakenEmails: { body: ({ email }) => ({ emails: [email] }), running: ADMINS, inMaintenance: false },
  importUsers: {
    body: () => ({ users: [{ first_name: 'New', last_name: 'Comer', email: `brought${++signUps}@mail.example` }] }),
    running: ADMINS,
    inMaintenance: false,
  },
  getCoursesAdmin: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  getCourseForm: { body: ({ course_id }) => ({ course_id }), running: ADMINS, inMaintenance: false },
  getBlogsAdmin: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  getBlogForm: { body: ({ blog_id }) => ({ blog_id }), running: ADMINS, inMaintenance: false },
  getSystemLog: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  findAnything: { body: () => ({ search_text: 'a' }), running: ADMINS, inMaintenance: false },
  deleteUser: { body: () => ({ user_id: 999_999_999 }), running: ADMINS_NOT_FOUND, inMaintenance: false },
  deleteCourse: { body: () => ({ course_id: 999_999_999 }), running: ADMINS_NOT_FOUND, inMaintenance: false },
  clearLessonProblem: { body: () => ({ material_id: 999_999_999 }), running: ADMINS_NOT_FOUND, inMaintenance: false },
  getDeletedCourses: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  restoreCourse: { body: () => ({ course_id: 999_999_999 }), running: ADMINS_NOT_FOUND, inMaintenance: false },
  deleteBlog: { body: () => ({ blog_id: 999_999_999 }), running: ADMINS_NOT_FOUND, inMaintenance: false },
  duplicateCourse: { body: ({ course_id }) => ({ course_id }), running: ADMINS, inMaintenance: false },
  getAnalystic: { body: () => ({}), running: ADMINS, inMaintenance: false },
  getAnalysticByDay: { body: () => ({ days: 30 }), running: ADMINS, inMaintenance: false },
  getTopCourses: { body: () => ({ days: 30 }), running: ADMINS, inMaintenance: false },
  getCourseFunnel: { body: ({ course_id }) => ({ course_id }), running: ADMINS, inMaintenance: false },
  addBlog: { body: () => createBlogForm(), running: ADMINS, inMaintenance: false },
  updateBlog: { body: ({ blog_id }) => ({ blog_id, ...createBlogForm() }), running: ADMINS, inMaintenance: false },
  getPaymentSettings: { body: () => ({}), running: EVERYONE, inMaintenance: false },
  getPublicCourse: { body: ({ course_id }) => ({ course_id }), running: EVERYONE, inMaintenance: false },
  checkCoupon: {
    body: ({ course_id }) => ({ course_id, code: 'UNKNOWN' }),
    running: [401, 404, 404, 401, 403, 404],
    inMaintenance: false,
  },
  getCheckout: { body: ({ course_id }) => ({ course_id }), running: STUDENTS, inMaintenance: false },
  createOrder: {
    body: ({ course_id }) => ({ course_id }),
    running: [401, 409, 200, 401, 403, 200],
    inMaintenance: false,
  },
  getOrder: { body: ({ order_id }) => ({ order_id }), running: [401, 200, 404, 401, 200, 404], inMaintenance: false },
  getMyOrders: { body: () => ({ page: 1 }), running: USERS, inMaintenance: false },
  getOrders: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  getOrderEvents: { body: () => ({ order_id: 999_999_999 }), running: ADMINS_NOT_FOUND, inMaintenance: false },
  payTestOrder: {
    body: ({ order_id }) => ({ order_id, card: '4242424242424242' }),
    running: [401, 404, 404, 401, 403, 404],
    inMaintenance: false,
  },
  settleTestOrder: {
    body: ({ order_id }) => ({ order_id }),
    running: [401, 404, 404, 401, 403, 404],
    inMaintenance: false,
  },
  cancelOrder: {
    body: ({ order_id }) => ({ order_id }),
    running: [401, 200, 404, 401, 200, 404],
    inMaintenance: false,
  },
  refundOrder: {
    body: ({ order_id }) => ({ order_id, reason: 'x' }),
    running: [401, 409, 404, 401, 409, 404],
    inMaintenance: false,
  },
  markOrderPaid: { body: ({ order_id }) => ({ order_id, reference: 'x' }), running: ADMINS, inMaintenance: false },
  // The order is not paid.
  resendReceipt: {
    body: ({ order_id }) => ({ order_id }),
    running: [401, 403, 403, 401, 409, 403],
    inMaintenance: false,
  },
  grantAccess: {
    body: ({ student_id, course_id }) => ({ student_id, course_id, reason: 'A prize' }),
    running: ADMINS,
    inMaintenance: false,
  },
  revokeAccess: {
    body: ({ student_id, course_id }) => ({ student_id, course_id, reason: 'A mistake' }),
    running: ADMINS,
    inMaintenance: false,
  },
  getCoupons: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  addCoupon: { body: () => createCouponForm(), running: ADMINS, inMaintenance: false },
  updateCoupon: {
    body: () => ({ coupon_id: 999_999_999, ...createCouponForm() }),
    running: ADMINS_NOT_FOUND,
    inMaintenance: false,
  },
  deleteCoupon: { body: () => ({ coupon_id: 999_999_999 }), running: ADMINS_NOT_FOUND, inMaintenance: false },
  getRevenue: { body: () => ({ days: 30 }), running: ADMINS, inMaintenance: false },
  // Progress.
  finishCourse: {
    body: ({ course_id }) => ({ course_id }),
    running: [401, 409, 403, 401, 403, 403],
    inMaintenance: false,
  },
  getCourseStudents: {
    body: ({ course_id }) => ({ course_id, page: 1 }),
    running: ADMINS,
    inMaintenance: false,
  },
  getStudentProgress: {
    body: ({ student_id, course_id }) => ({ student_id, course_id }),
    running: ADMINS,
    inMaintenance: false,
  },
  setLessonProgress: {
    body: ({ student_id, course_id, lesson_id }) => ({
      student_id,
      course_id,
      material_id: lesson_id,
      value: true,
      reason: 'Seen',
    }),
    running: ADMINS,
    inMaintenance: false,
  },
  resetProgress: {
    body: ({ student_id, course_id }) => ({ student_id, course_id, reason: 'Asked for' }),
    running: ADMINS,
    inMaintenance: false,
  },
  waivePrerequisites: {
    body: ({ student_id, course_id }) => ({ student_id, course_id, reason: 'Known' }),
    running: ADMINS,
    inMaintenance: false,
  },
  // Quizzes and assignments.
  getQuiz: {
    body: ({ lesson_id }) => ({ material_id: lesson_id }),
    running: [401, 404, 403, 401, 404, 403],
    inMaintenance: false,
  },
  startAttempt: {
    body: ({ lesson_id }) => ({ material_id: lesson_id }),
    running: [401, 404, 403, 401, 403, 403],
    inMaintenance: false,
  },
  saveAnswer: {
    body: () => ({ attempt_id: 999_999_999, question_id: 'q', answer: true }),
    running: [401, 404, 404, 401, 403, 404],
    inMaintenance: false,
  },
  submitAttempt: {
    body: () => ({ attempt_id: 999_999_999 }),
    running: [401, 404, 404, 401, 403, 404],
    inMaintenance: false,
  },
  getAttempts: {
    body: ({ lesson_id }) => ({ material_id: lesson_id }),
    running: [401, 404, 403, 401, 403, 403],
    inMaintenance: false,
  },
  getSampleQuiz: {
    body: ({ lesson_id }) => ({ material_id: lesson_id }),
    running: [403, 404, 403, 403, 404, 403],
    inMaintenance: false,
  },
  checkSampleQuiz: {
    body: ({ lesson_id }) => ({ material_id: lesson_id, answers: {} }),
    running: [403, 404, 403, 403, 404, 403],
    inMaintenance: false,
  },
  getQuizResults: {
    body: ({ lesson_id }) => ({ material_id: lesson_id }),
    running: ADMINS_NOT_FOUND,
    inMaintenance: false,
  },
  submitAssignment: {
    body: ({ lesson_id }) => ({ material_id: lesson_id, text: 'Done' }),
    running: [401, 404, 403, 401, 403, 403],
    inMaintenance: false,
  },
  getSubmissions: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  gradeSubmission: {
    body: () => ({ submission_id: 999_999_999, status: 'accepted' }),
    running: ADMINS_NOT_FOUND,
    inMaintenance: false,
  },
  // Lessons and notes.
  getLesson: {
    body: ({ lesson_id }) => ({ material_id: lesson_id }),
    running: [403, 200, 403, 403, 200, 403],
    inMaintenance: false,
  },
  getNotes: {
    body: ({ lesson_id }) => ({ material_id: lesson_id }),
    running: STUDENT_ONLY,
    inMaintenance: false,
  },
  addNote: {
    body: ({ lesson_id }) => ({ material_id: lesson_id, seconds: 1, text: 'Note' }),
    running: STUDENT_ONLY,
    inMaintenance: false,
  },
  updateNote: {
    body: () => ({ note_id: 999_999_999, text: 'Note' }),
    running: [401, 404, 404, 401, 403, 404],
    inMaintenance: false,
  },
  deleteNote: { body: () => ({ note_id: 999_999_999 }), running: [401, 404, 404, 401, 403, 404], inMaintenance: false },
  // Certificates.
  getMyCertificates: { body: () => ({}), running: USERS, inMaintenance: false },
  getCertificate: {
    body: () => ({ certificate_id: UNKNOWN_CERTIFICATE }),
    running: [404, 404, 404, 404, 404, 404],
    inMaintenance: false,
  },
  getCertificates: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  revokeCertificate: {
    body: () => ({ certificate_id: UNKNOWN_CERTIFICATE, reason: 'Wrong' }),
    running: ADMINS_NOT_FOUND,
    inMaintenance: false,
  },
  replaceCertificate: {
    body: () => ({ certificate_id: UNKNOWN_CERTIFICATE, first_name: 'A', last_name: 'B' }),
    running: ADMINS_NOT_FOUND,
    inMaintenance: false,
  },
  getCertificateDesign: { body: () => ({}), running: ADMINS, inMaintenance: false },
  updateCertificateDesign: { body: () => certificateDesign.parse({}), running: ADMINS, inMaintenance: false },
  // Operations.
  getSystem: { body: () => ({}), running: ADMINS, inMaintenance: false },
  getErrorGroups: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  setErrorSolved: {
    body: () => ({ error_id: 999_999_999, solved: true }),
    running: ADMINS_NOT_FOUND,
    inMaintenance: false,
  },
  sendTestMail: { body: () => ({}), running: ADMINS, inMaintenance: false },
  // Paths.
  getPaths: { body: () => ({ page: 1 }), running: EVERYONE, inMaintenance: false },
  getPathData: {
    body: () => ({ path_id: 999_999_999 }),
    running: [404, 404, 404, 404, 404, 404],
    inMaintenance: false,
  },
  findPath: { body: () => ({ hours_per_week: 5 }), running: EVERYONE, inMaintenance: false },
  joinPath: { body: () => ({ path_id: 999_999_999 }), running: [401, 404, 404, 401, 403, 404], inMaintenance: false },
  getPathsAdmin: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  getPathForm: { body: () => ({ path_id: 999_999_999 }), running: ADMINS_NOT_FOUND, inMaintenance: false },
  addPath: {
    body: () => ({ title: 'Path', goal: 'Goal', course_ids: [] }),
    running: ADMINS,
    inMaintenance: false,
  },
  updatePath: {
    body: () => ({ path_id: 999_999_999, title: 'Path', goal: 'Goal', course_ids: [] }),
    running: ADMINS_NOT_FOUND,
    inMaintenance: false,
  },
  deletePath: { body: () => ({ path_id: 999_999_999 }), running: ADMINS_NOT_FOUND, inMaintenance: false },
  // Operations.
  getTrash: { body: () => ({ kind: 'user', page: 1 }), running: ADMINS, inMaintenance: false },
  restoreFromTrash: {
    body: () => ({ kind: 'user', id: 999_999_999 }),
    running: ADMINS_NOT_FOUND,
    inMaintenance: false,
  },
  deleteFromTrash: {
    body: () => ({ kind: 'user', id: 999_999_999 }),
    running: ADMINS_NOT_FOUND,
    inMaintenance: false,
  },
  getAuditLog: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  addContentPicture: { body: () => ({ id: 1, image: TINY_PNG }), running: ADMINS, inMaintenance: false },
  addCourse: { body: () => createCourseForm(), running: ADMINS, inMaintenance: false },
  updateCourse: {
    body: ({ course_id }) => ({ course_id, ...createCourseForm() }),
    running: ADMINS,
    inMaintenance: false,
  },
  getMaintenace: { body: () => ({}), running: EVERYONE, inMaintenance: true },
  getBackups: { body: () => ({}), running: ADMINS, inMaintenance: false },
  startBackup: { body: () => ({}), running: ADMINS, inMaintenance: false },
  getSiteWarnings: { body: () => ({}), running: ADMINS, inMaintenance: false },
  setMaintenance: { body: ({ running }) => ({ status: running }), running: ADMINS, inMaintenance: false },
}

let t: TestApp
let inMaintenance: FastifyInstance
beforeAll(async () => {
  t = await createTestApp()
  await t.call('getMaintenace', {})
})
afterAll(() => t.close())

async function createCookie(actor: Actor, studentId: number): Promise<string | undefined> {
  if (actor === 'visitor') return undefined
  if (actor === 'student') return t.make.cookie(studentId)
  const { id, cookie } = await t.make.signedIn({
    role: actor === 'admin' || actor === 'demoted admin' ? 'admin' : 'student',
  })
  if (actor === 'removed user') await t.db.delete(users).where(eq(users.id, id))
  if (actor === 'demoted admin') await t.db.update(users).set({ role: 'student' }).where(eq(users.id, id))
  return cookie
}

async function createFixture(running: boolean): Promise<Fixture> {
  const student = await t.make.user({ password: PASSWORD })
  const course = await t.make.course()
  await t.make.enrollment(student.id, course.id)
  const blog = await t.make.post()
  return {
    student_id: student.id,
    email: student.email,
    course_id: course.id,
    lesson_id: at(course.lessons).id,
    blog_id: blog.id,
    order_id: await storeOrder(t, student),
    running,
  }
}

interface Case {
  fixture: Fixture
  cookies: Record<Actor, string | undefined>
}

async function createCase(running: boolean): Promise<Case> {
  const fixture = await createFixture(running)
  const cookies: Partial<Case['cookies']> = {}
  for (const actor of ACTORS) cookies[actor] = await createCookie(actor, fixture.student_id)
  return { fixture, cookies: cookies as Case['cookies'] }
}

const casesOfReads = new Map<boolean, Promise<Case>>()
/** Calls that change nothing share records and sessions: to make them takes longer than to call. */
function prepareCase(name: CallName, running: boolean): Promise<Case> {
  if (!getCall(name).tags) return createCase(running)
  const shared = casesOfReads.get(running) ?? createCase(running)
  casesOfReads.set(running, shared)
  return shared
}

async function sendCall(app: FastifyInstance, name: CallName, body: object, cookie?: string) {
  const method = getCall(name).method
  const { headers = {}, payload = body } = getCall(name).isMultipart ? await createPictureForm(body) : {}
  const options: InjectOptions = { method, url: `${API_BASE}/${name}`, ...(method !== 'GET' && { payload }) }
  const response = await app.inject({ ...options, headers: { ...headers, ...(cookie && { cookie }) } })
  return { status: response.statusCode, body: response.json() as Record<string, unknown> }
}

function expectEnvelope(name: CallName, status: number, body: Record<string, unknown>) {
  const endpoint: Endpoint = contract[name]
  const key = getResponseKey(name)
  if (status === 200) {
    expect(body.status).toBe(true)
    expect(Object.keys(body).sort()).toEqual([key, 'status', ...(endpoint.nextPage ? ['nextPage'] : [])].sort())
    expect(endpoint.output.safeParse(body[key]).error).toBeUndefined()
  } else {
    expect(Object.keys(body).sort()).toEqual(['code', 'status', key].sort())
    expect(body.status).toBe(false)
    expect(body[key]).toBeTypeOf('string')
    expect(isErrorCode(body.code) && ERRORS[body.code][0]).toBe(status)
  }
}

describe.each(CALL_NAMES)('%s', (name) => {
  test('answers each actor with the expected status and envelope', async () => {
    const row = TABLE[name]
    const { fixture, cookies } = await prepareCase(name, true)
    const statuses: number[] = []
    for (const actor of ACTORS) {
      const { status, body } = await sendCall(t.app, name, row.body(fixture), cookies[actor])
      expectEnvelope(name, status, body)
      statuses.push(status)
    }
    expect(statuses).toEqual(row.running)
  })
})

describe('in maintenance', () => {
  beforeAll(async () => {
    await t.db
      .insert(site)
      .values({ running: false })
      .onConflictDoUpdate({ target: site.id, set: { running: false } })
    // A second server, because the first one has cached that the site is running.
    inMaintenance = await buildApp({ env: t.env, database: t.database })
  })
  afterAll(() => inMaintenance.close())

  test.each(CALL_NAMES)('%s answers admins, and others only where it is allowed', async (name) => {
    const row = TABLE[name]
    const { fixture, cookies } = await prepareCase(name, false)
    for (const [index, actor] of ACTORS.entries()) {
      const { status, body } = await sendCall(inMaintenance, name, row.body(fixture), cookies[actor])
      const isOpen = row.inMaintenance || actor === 'admin'
      expect([actor, status]).toEqual([actor, isOpen ? row.running[index] : 503])
      expectEnvelope(name, status, body)
      if (!isOpen) expect(body.code).toBe('maintenance')
    }
  })

  test('sends Retry-After, and getMaintenace reports maintenance', async () => {
    const refused = await inMaintenance.inject({ method: 'POST', url: '/api/getCourses', payload: { page: 1 } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await inMaintenance.inject('/api/getMaintenace')).json()).toEqual({
      status: true,
      msg: [{ status: false }],
    })
  })
})

test.each(SPEC_CALLS)('answers the spec’s call $method $path', async ({ method, path }) => {
  const response = await t.app.inject({ method, url: `/api${path}`, ...(method !== 'GET' && { payload: {} }) })
  expect(response.json()).not.toMatchObject({ code: 'page_not_found' })
})

test('reads every call of the spec’s table', () => {
  expect(SPEC_CALLS.length).toBe(36)
})

test.each(SPEC_CALLS.filter(({ path }) => path !== '/auth/google'))(
  'declares the payload that the spec lists for $path',
  ({ path, fields }) => {
    const { input } = contract[path.slice(1) as CallName]
    // A union is of a list and a single record. The picture is a part of its own.
    const shapes = input.def.type === 'union' ? input.def.options.map(({ shape }) => shape) : [input.def.shape]
    const declared = ['image', ...shapes.flatMap((shape) => Object.keys(shape))]
    expect(declared).toEqual(expect.arrayContaining(fields))
  },
)

test('mounts each call at its own name, for its own method only', async () => {
  for (const name of CALL_NAMES) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const response = await t.app.inject({ method, url: `/api/${name}`, ...(method !== 'GET' && { payload: {} }) })
      const { code } = response.json()
      if (method === getCall(name).method) expect([name, code]).not.toEqual([name, 'page_not_found'])
      else expect([name, response.statusCode, code]).toEqual([name, 404, 'page_not_found'])
    }
  }
})

test('uses every error of the catalogue in the server', () => {
  const folder = join(PROJECT_ROOT, 'src/server')
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
  const serverErrors = Object.keys(ERRORS).filter((code) => code !== 'connection')
  expect(serverErrors.filter((code) => !source.includes(`'${code}'`))).toEqual([])
})

test('answers an unknown path with 404 in the envelope', async () => {
  for (const url of [
    '/api',
    '/api/',
    '/api/nope',
    '/api/login/x',
    '/apilogin',
    '/api//login',
    '//api/login',
    '//',
    '/API/session',
    '/api/__proto__',
    '/api/constructor',
    '/api/.env',
    '/nope',
  ]) {
    const response = await t.app.inject(url)
    expect([url, response.statusCode, response.json()]).toEqual([
      url,
      404,
      { status: false, code: 'page_not_found', msg: 'Page is not found' },
    ])
  }
})

test('answers malformed paths and unknown methods below 500, in the envelope', async () => {
  const urls = [
    '/%zz',
    '/api/%zz',
    '/api/%',
    '/api/%E0%A4%A',
    '/uploads/%zz',
    '/api/%00',
    '/api/session%00',
    '/api/session;a=b',
    `/${'a'.repeat(65_536)}`,
    `/api/session?${'a=b&'.repeat(16_384)}`,
    `/uploads/${'a'.repeat(65_536)}`,
    '/api/session/../../etc/passwd',
    '/api/session#x',
    '/api\\session',
  ]
  const methods = [
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'SEARCH',
    'LOCK',
    'CONNECT',
  ] as unknown as InjectOptions['method'][]
  for (const url of urls) {
    for (const method of methods) {
      const response = await t.app.inject({ method: method ?? 'GET', url })
      expect([method, url.slice(0, 40), response.statusCode < 500]).toEqual([method, url.slice(0, 40), true])
      expect(response.json()).toMatchObject({ status: expect.any(Boolean) })
      expect(response.headers['x-content-type-options']).toBe('nosniff')
      expect(response.headers['content-security-policy']).toBeDefined()
    }
    const head = await t.app.inject({ method: 'HEAD', url })
    expect([head.statusCode < 500, head.body]).toEqual([true, expect.any(String)])
  }
})
