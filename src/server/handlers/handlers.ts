import { grantAccess, revokeAccess } from '#server/features/access/grant-access.ts'
import { changePassword } from '#server/features/account/change-password.ts'
import { deleteAccount } from '#server/features/account/delete-account.ts'
import { endOtherSessions } from '#server/features/account/end-other-sessions.ts'
import { endSession } from '#server/features/account/end-session.ts'
import { getAccount } from '#server/features/account/get-account.ts'
import { getOwnData } from '#server/features/account/get-own-data.ts'
import { setChatMails } from '#server/features/account/set-chat-mails.ts'
import { getAnalysticByDay } from '#server/features/analytics/get-analystic-by-day.ts'
import { getAnalystic } from '#server/features/analytics/get-analystic.ts'
import { getCourseFunnel } from '#server/features/analytics/get-course-funnel.ts'
import { getRevenue } from '#server/features/analytics/get-revenue.ts'
import { getTopCourses } from '#server/features/analytics/get-top-courses.ts'
import { addBlog } from '#server/features/blogs/add-blog.ts'
import { deleteBlog } from '#server/features/blogs/delete-blog.ts'
import { getBlogData } from '#server/features/blogs/get-blog-data.ts'
import { getBlogForm } from '#server/features/blogs/get-blog-form.ts'
import { getBlogsAdmin } from '#server/features/blogs/get-blogs-admin.ts'
import { updateBlog } from '#server/features/blogs/update-blog.ts'
import { getAdminId } from '#server/features/chat/get-admin-id.ts'
import { getConversations } from '#server/features/chat/get-conversations.ts'
import { getMsg } from '#server/features/chat/get-msg.ts'
import { markRead } from '#server/features/chat/mark-read.ts'
import { sendMessage } from '#server/features/chat/send-message.ts'
import { sendTyping } from '#server/features/chat/send-typing.ts'
import { addComment } from '#server/features/comments/add-comment.ts'
import { deleteComment } from '#server/features/comments/delete-comment.ts'
import { getComments } from '#server/features/comments/get-comments.ts'
import { getOwnComments } from '#server/features/comments/get-own-comments.ts'
import { addCoupon } from '#server/features/coupons/add-coupon.ts'
import { deleteCoupon } from '#server/features/coupons/delete-coupon.ts'
import { getCoupons } from '#server/features/coupons/get-coupons.ts'
import { endCoupon } from '#server/features/coupons/end-coupon.ts'
import { updateCoupon } from '#server/features/coupons/update-coupon.ts'
import { addCourse } from '#server/features/courses/admin/add-course.ts'
import { completeCourse } from '#server/features/enrollments/complete-course.ts'
import { deleteCourse } from '#server/features/courses/admin/trash/delete-course.ts'
import { getDeletedCourses } from '#server/features/courses/admin/trash/get-deleted-courses.ts'
import { restoreCourse } from '#server/features/courses/admin/trash/restore-course.ts'
import { duplicateCourse } from '#server/features/courses/admin/duplicate-course.ts'
import { enrollCourse } from '#server/features/enrollments/enroll-course.ts'
import { reportLessonProblem } from '#server/features/courses/report-lesson-problem.ts'
import { clearLessonProblem } from '#server/features/courses/admin/clear-lesson-problem.ts'
import { getCourseData } from '#server/features/courses/get-course-data.ts'
import { getCourseForm } from '#server/features/courses/admin/get-course-form.ts'
import { getCoursesAdmin } from '#server/features/courses/admin/get-courses-admin.ts'
import { getCourses } from '#server/features/courses/get-courses.ts'
import { getPublicCourse } from '#server/features/courses/get-public-course.ts'
import { getEnrolledCourses } from '#server/features/enrollments/get-enrolled-courses.ts'
import { getLastLesson } from '#server/features/enrollments/get-last-lesson.ts'
import { saveLessonPosition } from '#server/features/enrollments/save-lesson-position.ts'
import { updateCourse } from '#server/features/courses/admin/update-course.ts'
import { getNotifications } from '#server/features/notifications/get-notifications.ts'
import { readNotifications } from '#server/features/notifications/read-notifications.ts'
import { getOrders } from '#server/features/orders-admin/get-orders.ts'
import { getOrderEvents } from '#server/features/orders-admin/get-order-events.ts'
import { checkCoupon } from '#server/features/orders/checkout/check-coupon.ts'
import { getCheckout } from '#server/features/orders/checkout/get-checkout.ts'
import { createOrder } from '#server/features/orders/checkout/create-order.ts'
import { getOrder } from '#server/features/orders/get-order.ts'
import { getMyOrders } from '#server/features/orders/get-my-orders.ts'
import { payTestOrder } from '#server/features/orders/payment/pay-test-order.ts'
import { settleTestOrder } from '#server/features/orders/payment/settle-test-order.ts'
import { cancelOrder } from '#server/features/orders/cancel-order.ts'
import { markOrderPaid } from '#server/features/orders/payment/mark-order-paid.ts'
import { markRefundSent } from '#server/features/orders/refunds/mark-refund-sent.ts'
import { refundOrder } from '#server/features/orders/refund-order.ts'
import { getPaymentSettings } from '#server/features/payments/get-payment-settings.ts'
import { resendReceipt } from '#server/features/receipts/resend-receipt.ts'
import { addReview } from '#server/features/reviews/add-review.ts'
import { deleteReview } from '#server/features/reviews/delete-review.ts'
import { getReviewSummary } from '#server/features/reviews/get-review-summary.ts'
import { getReviews } from '#server/features/reviews/get-reviews.ts'
import { forgotPass } from '#server/features/session/reset/forgot-pass.ts'
import { getSignInMethods } from '#server/features/session/get-sign-in-methods.ts'
import { login } from '#server/features/session/login.ts'
import { logout } from '#server/features/session/logout.ts'
import { resetPass } from '#server/features/session/reset/reset-pass.ts'
import { session } from '#server/features/session/session.ts'
import { setViewAsStudent } from '#server/features/session/set-view-as-student.ts'
import { signup } from '#server/features/session/signup.ts'
import { verifyCode } from '#server/features/session/reset/verify-code.ts'
import { findAnything } from '#server/features/search/find-anything.ts'
import { getMaintenace } from '#server/features/site/get-maintenace.ts'
import { getSiteWarnings } from '#server/features/site/get-site-warnings.ts'
import { getSystemLog } from '#server/features/system-log/get-system-log.ts'
import { setMaintenance } from '#server/features/site/set-maintenance.ts'
import { addContentPicture } from '#server/features/uploads/add-content-picture.ts'
import { handleUploads } from '#server/features/uploads/handle-uploads.ts'
import { confirmEmail } from '#server/features/users/profile/confirm-email.ts'
import { deleteUser } from '#server/features/users/delete-user.ts'
import { endUserSessions } from '#server/features/users/end-user-sessions.ts'
import { findTakenEmails } from '#server/features/users/import/find-taken-emails.ts'
import { getUserData } from '#server/features/users/get-user-data.ts'
import { getUserDetails } from '#server/features/users/get-user-details.ts'
import { getUsers } from '#server/features/users/get-users.ts'
import { importUsers } from '#server/features/users/import/import-users.ts'
import { updateUser } from '#server/features/users/profile/update-user.ts'
import type { Handlers } from '#server/pipeline/handler.ts'
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
  markRefundSent,
  resendReceipt,
  grantAccess,
  revokeAccess,
  getCoupons,
  addCoupon,
  updateCoupon,
  endCoupon,
  deleteCoupon,
  getRevenue,
  ...accountSecurityHandlers,
  ...learningHandlers,
  ...operationsHandlers,
  addContentPicture,
}
