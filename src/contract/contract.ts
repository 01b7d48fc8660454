import type * as z from 'zod/mini'
import {
  changePassword,
  deleteAccount,
  endOtherSessions,
  endSession,
  getAccount,
  getOwnData,
  setChatMails,
} from './schemas/account.ts'
import { getAnalystic, getAnalysticByDay, getCourseFunnel, getTopCourses } from './schemas/analytics.ts'
import { addBlog, addContentPicture, deleteBlog, getBlogForm, getBlogsAdmin, updateBlog } from './schemas/blog-form.ts'
import { getBlogData } from './schemas/blogs.ts'
import { getAdminId, getConversations, getMsg, markRead } from './schemas/chat.ts'
import { addCourse, updateCourse } from './schemas/course-form.ts'
import { deleteCourse, duplicateCourse, getCourseForm, getCoursesAdmin } from './schemas/admin-courses.ts'
import { addComment, deleteComment, getComments, getOwnComments } from './schemas/comments.ts'
import {
  completeCourse,
  enrollCourse,
  getCourseData,
  getCourses,
  getEnrolledCourses,
  saveLessonPosition,
} from './schemas/courses.ts'
import type { Endpoint } from './endpoint.ts'
import type { CallName } from './methods.ts'
import { getNotifications, readNotifications } from './schemas/notifications.ts'
import { findAnything } from './schemas/command-palette.ts'
import { addReview, deleteReview, getReviews, getReviewSummary } from './schemas/reviews.ts'
import {
  forgotPass,
  getSignInMethods,
  login,
  logout,
  resetPass,
  session,
  setViewAsStudent,
  signup,
  verifyCode,
} from './schemas/session.ts'
import { getMaintenace, setMaintenance } from './schemas/site.ts'
import { getSystemLog } from './schemas/system-log.ts'
import { handleUploads } from './schemas/uploads.ts'
import {
  deleteUser,
  endUserSessions,
  findTakenEmails,
  getUserDetails,
  getUsers,
  importUsers,
} from './schemas/admin-users.ts'
import { confirmEmail, getUserData, updateUser } from './schemas/users.ts'

/** What each call of methods.ts takes, gives, and asks of who calls. */
export const contract = {
  session,
  logout,
  login,
  signup,
  getSignInMethods,
  setViewAsStudent,
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
  getUserDetails,
  endUserSessions,
  findTakenEmails,
  importUsers,
  getCoursesAdmin,
  getCourseForm,
  getBlogsAdmin,
  getBlogForm,
  getSystemLog,
  findAnything,
  deleteUser,
  deleteCourse,
  deleteBlog,
  addCourse,
  updateCourse,
  duplicateCourse,
  getAnalystic,
  getAnalysticByDay,
  getTopCourses,
  getCourseFunnel,
  getMaintenace,
  setMaintenance,
  addBlog,
  updateBlog,
  addContentPicture,
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
export type CallResponse<Name extends CallName> =
  NextPage<Name> extends z.ZodMiniType
    ? { msg: CallOutput<Name>; nextPage: z.output<NextPage<Name>> }
    : { msg: CallOutput<Name> }

/** Makes a call and gives its answer, or throws an AppError. `fetch` in the browser, in-process on the server. */
export type Transport = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallResponse<Name>>
