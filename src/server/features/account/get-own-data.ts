import { and, asc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { toDollars } from '#contract/money.ts'
import {
  comments,
  courses,
  enrollments,
  lessonProgress,
  lessons,
  messages,
  notifications,
  orderItems,
  orders,
  reviews,
  systemLog,
  users,
} from '#server/platform/db/schema.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { toMessage } from '#server/features/chat/message-row.ts'
import { getNotificationColumns, toNotification } from '#server/features/notifications/notification-row.ts'
import { toUser, getUserColumns } from '#server/platform/db/user-row.ts'
import { toEnrollmentSummary } from '#server/features/users/enrollment-summary.ts'
import { findActiveSessions } from './find-active-sessions.ts'
import { findOwnLearning } from './find-own-learning.ts'
import { readAccount } from './read-account.ts'

export const getOwnData: Handler<'getOwnData'> = async ({ db, user, session, settings }) => {
  const userId = user.student_id
  const [row] = await db.select(getUserColumns()).from(users).where(eq(users.id, userId))
  if (!row) throw new AppError('user_not_found')
  return {
    msg: {
      user: toUser(row),
      account: await readAccount(db, user, settings),
      sessions: await findActiveSessions(db, userId, session.current?.tokenHash),
      notifications: await findOwnNotifications(db, userId),
      courses: await findOwnCourses(db, userId),
      ...(await findOwnLearning(db, userId)),
      orders: await findOwnOrders(db, userId),
      reviews: await findOwnReviews(db, userId),
      comments: await findOwnComments(db, userId),
      messages: await findOwnMessages(db, userId),
      log: await findOwnLogEntries(db, userId),
    },
  }
}

async function findOwnCourses(db: Db, userId: number) {
  const enrolled = await db
    .select({ enrollment: enrollments, title: courses.title, lessonsCount: courses.lessonsCount })
    .from(enrollments)
    .innerJoin(courses, and(eq(courses.id, enrollments.courseId), isLive))
    .where(eq(enrollments.userId, userId))
    .orderBy(asc(enrollments.id))
  const progressRows = await db
    .select({ courseId: lessons.courseId, id: lessons.id, title: lessons.title, progress: lessonProgress })
    .from(lessonProgress)
    .innerJoin(lessons, eq(lessons.id, lessonProgress.lessonId))
    .where(eq(lessonProgress.userId, userId))
    .orderBy(asc(lessons.place))
  return enrolled.map((row) => ({
    ...toEnrollmentSummary(row),
    lessons: progressRows
      .filter(({ courseId }) => courseId === row.enrollment.courseId)
      .map((lesson) => ({
        material_id: lesson.id,
        title: lesson.title,
        completed_date: lesson.progress.completedAt?.toISOString() ?? null,
        position: lesson.progress.positionSeconds,
      })),
  }))
}

async function findOwnOrders(db: Db, userId: number) {
  const isOwn = eq(orders.userId, userId)
  const rows = await db.select().from(orders).where(isOwn).orderBy(asc(orders.id))
  const items = await db
    .select({ item: orderItems })
    .from(orderItems)
    .innerJoin(orders, and(eq(orders.id, orderItems.orderId), isOwn))
    .orderBy(asc(orderItems.courseId))
  return rows.map((order) => ({
    number: order.number,
    status: order.status,
    currency: order.currency,
    total: toDollars(order.totalCents),
    refunded: toDollars(order.refundedCents),
    created_date: order.createdAt.toISOString(),
    paid_date: order.paidAt?.toISOString() ?? null,
    items: items
      .filter(({ item }) => item.orderId === order.id)
      .map(({ item }) => ({ course_id: item.courseId, title: item.title, price: toDollars(item.totalCents) })),
  }))
}

async function findOwnReviews(db: Db, userId: number) {
  const rows = await db
    .select({ review: reviews })
    .from(reviews)
    .innerJoin(courses, and(eq(courses.id, reviews.courseId), isLive))
    .where(eq(reviews.userId, userId))
    .orderBy(asc(reviews.id))
  return rows.map(({ review: { id, courseId, text, stars, createdAt } }) => ({
    review_id: id,
    course_id: courseId,
    review_text: text,
    stars,
    review_date: createdAt.toISOString(),
  }))
}

async function findOwnComments(db: Db, userId: number) {
  const rows = await db.select().from(comments).where(eq(comments.userId, userId)).orderBy(asc(comments.id))
  return rows.map(({ id, blogId, text, createdAt }) => ({
    comment_id: id,
    blog_id: blogId,
    comment_text: text,
    created_date: createdAt.toISOString(),
  }))
}

/** Both sides of the conversation. */
async function findOwnMessages(db: Db, userId: number) {
  const rows = await db.select().from(messages).where(eq(messages.studentId, userId)).orderBy(asc(messages.id))
  return rows.map(toMessage)
}

async function findOwnNotifications(db: Db, userId: number) {
  const rows = await db
    .select(getNotificationColumns())
    .from(notifications)
    .leftJoin(courses, eq(courses.id, notifications.courseId))
    .where(eq(notifications.userId, userId))
    .orderBy(asc(notifications.id))
  return rows.map(toNotification)
}

async function findOwnLogEntries(db: Db, userId: number) {
  const rows = await db.select().from(systemLog).where(eq(systemLog.studentId, userId)).orderBy(asc(systemLog.id))
  return rows.map(({ message, createdAt }) => ({ message, time: createdAt.toISOString() }))
}
