import { changePassword } from './endpoints/account/change-password.ts'
import { deleteAccount } from './endpoints/account/delete-account.ts'
import { endOtherSessions } from './endpoints/account/end-other-sessions.ts'
import { endSession } from './endpoints/account/end-session.ts'
import { getAccount } from './endpoints/account/get-account.ts'
import { getOwnData } from './endpoints/account/get-own-data.ts'
import { setChatMails } from './endpoints/account/set-chat-mails.ts'
import { getAnalysticByDay } from './endpoints/analytics/get-analystic-by-day.ts'
import { getAnalystic } from './endpoints/analytics/get-analystic.ts'
import { getCourseFunnel } from './endpoints/analytics/get-course-funnel.ts'
import { getTopCourses } from './endpoints/analytics/get-top-courses.ts'
import { addBlog } from './endpoints/blogs/add-blog.ts'
import { deleteBlog } from './endpoints/blogs/delete-blog.ts'
import { getBlogData } from './endpoints/blogs/get-blog-data.ts'
import { getBlogForm } from './endpoints/blogs/get-blog-form.ts'
import { getBlogsAdmin } from './endpoints/blogs/get-blogs-admin.ts'
import { updateBlog } from './endpoints/blogs/update-blog.ts'
import { getAdminId } from './endpoints/chat/get-admin-id.ts'
import { getConversations } from './endpoints/chat/get-conversations.ts'
import { getMsg } from './endpoints/chat/get-msg.ts'
import { markRead } from './endpoints/chat/mark-read.ts'
import { addComment } from './endpoints/comments/add-comment.ts'
import { deleteComment } from './endpoints/comments/delete-comment.ts'
import { getComments } from './endpoints/comments/get-comments.ts'
import { getOwnComments } from './endpoints/comments/get-own-comments.ts'
import { addCourse } from './endpoints/courses/add-course.ts'
import { completeCourse } from './endpoints/courses/complete-course.ts'
import { deleteCourse } from './endpoints/courses/delete-course.ts'
import { duplicateCourse } from './endpoints/courses/duplicate-course.ts'
import { enrollCourse } from './endpoints/courses/enroll-course.ts'
import { getCourseData } from './endpoints/courses/get-course-data.ts'
import { getCourseForm } from './endpoints/courses/get-course-form.ts'
import { getCoursesAdmin } from './endpoints/courses/get-courses-admin.ts'
import { getCourses } from './endpoints/courses/get-courses.ts'
import { getEnrolledCourses } from './endpoints/courses/get-enrolled-courses.ts'
import { saveLessonPosition } from './endpoints/courses/save-lesson-position.ts'
import { updateCourse } from './endpoints/courses/update-course.ts'
import { getNotifications } from './endpoints/notifications/get-notifications.ts'
import { readNotifications } from './endpoints/notifications/read-notifications.ts'
import { addReview } from './endpoints/reviews/add-review.ts'
import { deleteReview } from './endpoints/reviews/delete-review.ts'
import { getReviewSummary } from './endpoints/reviews/get-review-summary.ts'
import { getReviews } from './endpoints/reviews/get-reviews.ts'
import { forgotPass } from './endpoints/session/forgot-pass.ts'
import { getSignInMethods } from './endpoints/session/get-sign-in-methods.ts'
import { login } from './endpoints/session/login.ts'
import { logout } from './endpoints/session/logout.ts'
import { resetPass } from './endpoints/session/reset-pass.ts'
import { session } from './endpoints/session/session.ts'
import { setViewAsStudent } from './endpoints/session/set-view-as-student.ts'
import { signup } from './endpoints/session/signup.ts'
import { verifyCode } from './endpoints/session/verify-code.ts'
import { findAnything } from './endpoints/site/find-anything.ts'
import { getMaintenace } from './endpoints/site/get-maintenace.ts'
import { getSystemLog } from './endpoints/site/get-system-log.ts'
import { setMaintenance } from './endpoints/site/set-maintenance.ts'
import { addContentPicture } from './endpoints/uploads/add-content-picture.ts'
import { handleUploads } from './endpoints/uploads/handle-uploads.ts'
import { confirmEmail } from './endpoints/users/confirm-email.ts'
import { deleteUser } from './endpoints/users/delete-user.ts'
import { endUserSessions } from './endpoints/users/end-user-sessions.ts'
import { findTakenEmails } from './endpoints/users/find-taken-emails.ts'
import { getUserData } from './endpoints/users/get-user-data.ts'
import { getUserDetails } from './endpoints/users/get-user-details.ts'
import { getUsers } from './endpoints/users/get-users.ts'
import { importUsers } from './endpoints/users/import-users.ts'
import { updateUser } from './endpoints/users/update-user.ts'
import type { Handlers } from './handler.ts'

/** Contract name -> handler. A missing one does not compile. */
export const handlers: Handlers = {
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
}
