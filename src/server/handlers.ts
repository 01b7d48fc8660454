import { grantAccess, revokeAccess } from './features/access/grant-access.ts'
import { changePassword } from './features/account/change-password.ts'
import { deleteAccount } from './features/account/delete-account.ts'
import { endOtherSessions } from './features/account/end-other-sessions.ts'
import { endSession } from './features/account/end-session.ts'
import { getAccount } from './features/account/get-account.ts'
import { getOwnData } from './features/account/get-own-data.ts'
import { setChatMails } from './features/account/set-chat-mails.ts'
import { getAnalysticByDay } from './features/analytics/get-analystic-by-day.ts'
import { getAnalystic } from './features/analytics/get-analystic.ts'
import { getCourseFunnel } from './features/analytics/get-course-funnel.ts'
import { getRevenue } from './features/analytics/get-revenue.ts'
import { getTopCourses } from './features/analytics/get-top-courses.ts'
import { addBlog } from './features/blogs/add-blog.ts'
import { deleteBlog } from './features/blogs/delete-blog.ts'
import { getBlogData } from './features/blogs/get-blog-data.ts'
import { getBlogForm } from './features/blogs/get-blog-form.ts'
import { getBlogsAdmin } from './features/blogs/get-blogs-admin.ts'
import { updateBlog } from './features/blogs/update-blog.ts'
import { getAdminId } from './features/chat/get-admin-id.ts'
import { getConversations } from './features/chat/get-conversations.ts'
import { getMsg } from './features/chat/get-msg.ts'
import { markRead } from './features/chat/mark-read.ts'
import { sendMessage } from './features/chat/send-message.ts'
import { sendTyping } from './features/chat/send-typing.ts'
import { addComment } from './features/comments/add-comment.ts'
import { deleteComment } from './features/comments/delete-comment.ts'
import { getComments } from './features/comments/get-comments.ts'
import { getOwnComments } from './features/comments/get-own-comments.ts'
import { addCoupon } from './features/coupons/add-coupon.ts'
import { deleteCoupon } from './features/coupons/delete-coupon.ts'
import { getCoupons } from './features/coupons/get-coupons.ts'
import { updateCoupon } from './features/coupons/update-coupon.ts'
import { addCourse } from './features/courses/admin/add-course.ts'
import { completeCourse } from './features/enrollments/complete-course.ts'
import { deleteCourse } from './features/courses/admin/delete-course.ts'
import { getDeletedCourses } from './features/courses/admin/get-deleted-courses.ts'
import { restoreCourse } from './features/courses/admin/restore-course.ts'
import { duplicateCourse } from './features/courses/admin/duplicate-course.ts'
import { enrollCourse } from './features/enrollments/enroll-course.ts'
import { reportLessonProblem } from './features/courses/report-lesson-problem.ts'
import { clearLessonProblem } from './features/courses/admin/clear-lesson-problem.ts'
import { getCourseData } from './features/courses/get-course-data.ts'
import { getCourseForm } from './features/courses/admin/get-course-form.ts'
import { getCoursesAdmin } from './features/courses/admin/get-courses-admin.ts'
import { getCourses } from './features/courses/get-courses.ts'
import { getPublicCourse } from './features/courses/get-public-course.ts'
import { getEnrolledCourses } from './features/enrollments/get-enrolled-courses.ts'
import { getLastLesson } from './features/enrollments/get-last-lesson.ts'
import { saveLessonPosition } from './features/enrollments/save-lesson-position.ts'
import { updateCourse } from './features/courses/admin/update-course.ts'
import { getNotifications } from './features/notifications/get-notifications.ts'
import { readNotifications } from './features/notifications/read-notifications.ts'
import { getOrders } from './features/orders-admin/get-orders.ts'
import { getOrderEvents } from './features/orders-admin/get-order-events.ts'
import { checkCoupon } from './features/orders/check-coupon.ts'
import { getCheckout } from './features/orders/get-checkout.ts'
import { createOrder } from './features/orders/create-order.ts'
import { getOrder } from './features/orders/get-order.ts'
import { getMyOrders } from './features/orders/get-my-orders.ts'
import { payTestOrder } from './features/orders/pay-test-order.ts'
import { settleTestOrder } from './features/orders/settle-test-order.ts'
import { cancelOrder } from './features/orders/cancel-order.ts'
import { markOrderPaid } from './features/orders/mark-order-paid.ts'
import { refundOrder } from './features/orders/refund-order.ts'
import { getPaymentSettings } from './features/payments/get-payment-settings.ts'
import { resendReceipt } from './features/receipts/resend-receipt.ts'
import { addReview } from './features/reviews/add-review.ts'
import { deleteReview } from './features/reviews/delete-review.ts'
import { getReviewSummary } from './features/reviews/get-review-summary.ts'
import { getReviews } from './features/reviews/get-reviews.ts'
import { forgotPass } from './features/session/reset/forgot-pass.ts'
import { getSignInMethods } from './features/session/get-sign-in-methods.ts'
import { login } from './features/session/login.ts'
import { logout } from './features/session/logout.ts'
import { resetPass } from './features/session/reset/reset-pass.ts'
import { session } from './features/session/session.ts'
import { setViewAsStudent } from './features/session/set-view-as-student.ts'
import { signup } from './features/session/signup.ts'
import { verifyCode } from './features/session/reset/verify-code.ts'
import { findAnything } from './features/search/find-anything.ts'
import { getMaintenace } from './features/site/get-maintenace.ts'
import { getSiteWarnings } from './features/site/get-site-warnings.ts'
import { getSystemLog } from './features/system-log/get-system-log.ts'
import { setMaintenance } from './features/site/set-maintenance.ts'
import { addContentPicture } from './features/uploads/add-content-picture.ts'
import { handleUploads } from './features/uploads/handle-uploads.ts'
import { confirmEmail } from './features/users/profile/confirm-email.ts'
import { deleteUser } from './features/users/delete-user.ts'
import { endUserSessions } from './features/users/end-user-sessions.ts'
import { findTakenEmails } from './features/users/import/find-taken-emails.ts'
import { getUserData } from './features/users/get-user-data.ts'
import { getUserDetails } from './features/users/get-user-details.ts'
import { getUsers } from './features/users/get-users.ts'
import { importUsers } from './features/users/import/import-users.ts'
import { updateUser } from './features/users/profile/update-user.ts'
import type { Handlers } from './pipeline/handler.ts'
import { accountSecurityHandlers } from './account-security-handlers.ts'
import { learningHandlers } from './learning-handlers.ts'
import { operationsHandlers } from './operations-handlers.ts'

/** Call name -> handler. A missing one does not compile. */
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
  sendMessage,
  sendTyping,
  getNotifications,
  readNotifications,
  getEnrolledCourses,
  getLastLesson,
  getBlogData,
  addComment,
  getComments,
  getOwnComments,
  deleteComment,
  completeCourse,
  saveLessonPosition,
  reportLessonProblem,
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
  clearLessonProblem,
  getDeletedCourses,
  restoreCourse,
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
  getSiteWarnings,
  addBlog,
  updateBlog,
  getPaymentSettings,
  getPublicCourse,
  checkCoupon,
  getCheckout,
  createOrder,
  getOrder,
  getMyOrders,
  getOrders,
  getOrderEvents,
  payTestOrder,
  settleTestOrder,
  cancelOrder,
  refundOrder,
  markOrderPaid,
  resendReceipt,
  grantAccess,
  revokeAccess,
  getCoupons,
  addCoupon,
  updateCoupon,
  deleteCoupon,
  getRevenue,
  ...accountSecurityHandlers,
  ...learningHandlers,
  ...operationsHandlers,
  addContentPicture,
}
