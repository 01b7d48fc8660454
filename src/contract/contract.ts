import type * as z from 'zod/mini'
import { changePassword, deleteAccount, endOtherSessions, endSession, getAccount, getOwnData, setChatMails } from './account.ts'
import { getBlogData } from './blogs.ts'
import { getAdminId, getConversations, getMsg, markRead } from './chat.ts'
import { addCourse, updateCourse } from './course-form.ts'
import { addComment, deleteComment, getComments, getOwnComments } from './comments.ts'
import {
  completeCourse,
  enrollCourse,
  getCourseData,
  getCourses,
  getEnrolledCourses,
  saveLessonPosition,
} from './courses.ts'
import type { Endpoint } from './endpoint.ts'
import type { CallName } from './methods.ts'
import { getNotifications, readNotifications } from './notifications.ts'
import { addReview, deleteReview, getReviews, getReviewSummary } from './reviews.ts'
import { forgotPass, getSignInMethods, login, logout, resetPass, session, signup, verifyCode } from './session.ts'
import { getMaintenace, setMaintenance } from './site.ts'
import { handleUploads } from './uploads.ts'
import { confirmEmail, getUserData, getUsers, updateUser } from './users.ts'

/** What each call of methods.ts takes, gives, and asks of who calls. */
export const contract = {
  session,
  logout,
  login,
  signup,
  getSignInMethods,
  forgotPass,
  verifyCode,
  resetPass,
  getUserData,
  updateUser,
  confirmEmail,
  handleUploads,
  getAccount,
  setChatMails,
  changePassword,
  endSession,
  endOtherSessions,
  getOwnData,
  deleteAccount,
  getMsg,
  getAdminId,
  getConversations,
  markRead,
  getNotifications,
  readNotifications,
  getEnrolledCourses,
  getBlogData,
  addComment,
  getComments,
  getOwnComments,
  deleteComment,
  completeCourse,
  saveLessonPosition,
  addReview,
  getReviews,
  getReviewSummary,
  deleteReview,
  getCourseData,
  enrollCourse,
  getCourses,
  getUsers,
  addCourse,
  updateCourse,
  getMaintenace,
  setMaintenance,
} satisfies Record<CallName, Endpoint>

export type Contract = typeof contract

/** What a caller sends. */
export type CallInput<Name extends CallName> = z.input<Contract[Name]['input']>
/** What the handler receives after parsing. */
export type ParsedInput<Name extends CallName> = z.output<Contract[Name]['input']>
/** What travels under `msg` or `data`. */
export type CallOutput<Name extends CallName> = z.output<Contract[Name]['output']>
type NextPage<Name extends CallName> = Contract[Name]['nextPage']

/** A call's answer without its envelope. */
export type Answer<Name extends CallName> =
  NextPage<Name> extends z.ZodMiniType
    ? { msg: CallOutput<Name>; nextPage: z.output<NextPage<Name>> }
    : { msg: CallOutput<Name> }

/** Makes a call and gives its answer, or throws an AppError. `fetch` in the browser, in-process on the server. */
export type Transport = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
) => Promise<Answer<Name>>
