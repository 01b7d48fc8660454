import { asc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import {
  comments,
  courses,
  enrollments,
  lessonProgress,
  lessons,
  messages,
  notifications,
  reviews,
  systemLog,
  users,
} from '#server/platform/db/schema.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toMessage } from '#server/features/chat/message-row.ts'
import { progressOf } from '#server/features/courses/course-row.ts'
import { toNotification } from '#server/features/notifications/notification-row.ts'
import { toUser, userColumns } from '#server/features/users/user-row.ts'
import { ownSessions } from './own-sessions.ts'
import { readAccount } from './read-account.ts'

export const getOwnData: Handler<'getOwnData'> = async ({ db, user, session }) => {
  const userId = user.student_id
  const [row] = await db.select(userColumns()).from(users).where(eq(users.id, userId))
  if (!row) throw new AppError('user_not_found')
  return {
    msg: {
      user: toUser(row),
      account: await readAccount(db, userId),
      sessions: await ownSessions(db, userId, session.current?.tokenHash),
      notifications: await ownNotifications(db, userId),
      courses: await ownCourses(db, userId),
      reviews: await ownReviews(db, userId),
      comments: await ownComments(db, userId),
      messages: await ownMessages(db, userId),
      log: await ownLog(db, userId),
    },
  }
}

async function ownCourses(db: Db, userId: number) {
  const enrolled = await db
    .select({ enrollment: enrollments, title: courses.title, lessonsCount: courses.lessonsCount })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(eq(enrollments.userId, userId))
    .orderBy(asc(enrollments.id))
  const seen = await db
    .select({ courseId: lessons.courseId, id: lessons.id, title: lessons.title, progress: lessonProgress })
    .from(lessonProgress)
    .innerJoin(lessons, eq(lessons.id, lessonProgress.lessonId))
    .where(eq(lessonProgress.userId, userId))
    .orderBy(asc(lessons.place))
  return enrolled.map(({ enrollment, title, lessonsCount }) => ({
    course_id: enrollment.courseId,
    title,
    progress: progressOf(enrollment.completedLessons, lessonsCount),
    enrolled_date: enrollment.createdAt.toISOString(),
    completed_date: enrollment.completedAt?.toISOString() ?? null,
    lessons: seen
      .filter(({ courseId }) => courseId === enrollment.courseId)
      .map((lesson) => ({
        material_id: lesson.id,
        title: lesson.title,
        completed_date: lesson.progress.completedAt?.toISOString() ?? null,
        position: lesson.progress.positionSeconds,
      })),
  }))
}

async function ownReviews(db: Db, userId: number) {
  const rows = await db.select().from(reviews).where(eq(reviews.userId, userId)).orderBy(asc(reviews.id))
  return rows.map(({ id, courseId, text, stars, createdAt }) => ({
    review_id: id,
    course_id: courseId,
    review_text: text,
    stars,
    review_date: createdAt.toISOString(),
  }))
}

async function ownComments(db: Db, userId: number) {
  const rows = await db.select().from(comments).where(eq(comments.userId, userId)).orderBy(asc(comments.id))
  return rows.map(({ id, blogId, text, createdAt }) => ({
    comment_id: id,
    blog_id: blogId,
    comment_text: text,
    created_date: createdAt.toISOString(),
  }))
}

/** Of a student both sides of the conversation, as both have it before them. */
async function ownMessages(db: Db, userId: number) {
  const rows = await db.select().from(messages).where(eq(messages.studentId, userId)).orderBy(asc(messages.id))
  return rows.map(toMessage)
}

async function ownNotifications(db: Db, userId: number) {
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(asc(notifications.id))
  return rows.map(toNotification)
}

async function ownLog(db: Db, userId: number) {
  const rows = await db.select().from(systemLog).where(eq(systemLog.studentId, userId)).orderBy(asc(systemLog.id))
  return rows.map(({ message, createdAt }) => ({ message, time: createdAt.toISOString() }))
}
