import { and, desc, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { MAX_DETAIL_ROWS } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { hasSecondFactor } from '#server/platform/db/second-factor.ts'
import { blogs, comments, courses, enrollments, reviews, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { findActiveSessions } from '#server/features/account/find-active-sessions.ts'
import { selectSource } from '#server/features/access/entitlement-sql.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { toEnrollmentSummary } from './enrollment-summary.ts'
import { toUser, getUserColumns } from '#server/platform/db/user-row.ts'

export const getUserDetails: Handler<'getUserDetails'> = async ({ db }, { user_id }) => {
  const [row] = await db
    .select({
      ...getUserColumns(),
      emailVerifiedAt: users.emailVerifiedAt,
      hasSecondFactor: sql<boolean>`${hasSecondFactor}`,
    })
    .from(users)
    .where(eq(users.id, user_id))
  if (!row) throw new AppError('user_not_found')
  const [userEnrollments, userReviews, userComments, userSessions] = await Promise.all([
    findEnrollments(db, user_id),
    findReviews(db, user_id),
    findComments(db, user_id),
    findActiveSessions(db, user_id, undefined),
  ])
  return {
    msg: {
      user: toUser(row),
      email_confirmed: row.emailVerifiedAt !== null,
      has_second_factor: row.hasSecondFactor,
      enrollments: userEnrollments,
      reviews: userReviews,
      comments: userComments,
      sessions: userSessions.slice(0, MAX_DETAIL_ROWS),
    },
  }
}

async function findEnrollments(db: Db, userId: number) {
  const rows = await db
    .select({
      enrollment: enrollments,
      title: courses.title,
      lessonsCount: courses.lessonsCount,
      access: selectSource(userId, courses.id),
    })
    .from(enrollments)
    .innerJoin(courses, and(eq(courses.id, enrollments.courseId), isLive))
    .where(eq(enrollments.userId, userId))
    .orderBy(desc(enrollments.id))
    .limit(MAX_DETAIL_ROWS)
  return rows.map((row) => ({ ...toEnrollmentSummary(row), access: row.access }))
}

async function findReviews(db: Db, userId: number) {
  const rows = await db
    .select({ review: reviews, courseTitle: courses.title })
    .from(reviews)
    .innerJoin(courses, and(eq(courses.id, reviews.courseId), isLive))
    .where(eq(reviews.userId, userId))
    .orderBy(desc(reviews.id))
    .limit(MAX_DETAIL_ROWS)
  return rows.map(({ review, courseTitle }) => ({
    review_id: review.id,
    review_text: review.text,
    stars: review.stars,
    review_date: review.createdAt.toISOString(),
    course_id: review.courseId,
    course_title: courseTitle,
  }))
}

async function findComments(db: Db, userId: number) {
  const rows = await db
    .select({ comment: comments, blogTitle: blogs.title })
    .from(comments)
    .innerJoin(blogs, eq(blogs.id, comments.blogId))
    .where(eq(comments.userId, userId))
    .orderBy(desc(comments.id))
    .limit(MAX_DETAIL_ROWS)
  return rows.map(({ comment, blogTitle }) => ({
    comment_id: comment.id,
    comment_text: comment.text,
    created_date: comment.createdAt.toISOString(),
    blog_id: comment.blogId,
    blog_title: blogTitle,
  }))
}
