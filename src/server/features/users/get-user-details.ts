import { desc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { DETAILS_MAX } from '#contract/schemas/user-panel.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { blogs, comments, courses, enrollments, reviews, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { ownSessions } from '#server/features/account/own-sessions.ts'
import { progressOf } from '#server/features/courses/course-row.ts'
import { toUser, userColumns } from './user-row.ts'

export const getUserDetails: Handler<'getUserDetails'> = async ({ db }, { user_id }) => {
  const [row] = await db.select(userColumns()).from(users).where(eq(users.id, user_id))
  if (!row) throw new AppError('user_not_found')
  const [theirCourses, theirReviews, theirComments, theirSessions] = await Promise.all([
    enrollmentsOf(db, user_id),
    reviewsOf(db, user_id),
    commentsOf(db, user_id),
    ownSessions(db, user_id, undefined),
  ])
  return {
    msg: {
      user: toUser(row),
      enrollments: theirCourses,
      reviews: theirReviews,
      comments: theirComments,
      sessions: theirSessions.slice(0, DETAILS_MAX),
    },
  }
}

async function enrollmentsOf(db: Db, userId: number) {
  const rows = await db
    .select({ enrollment: enrollments, title: courses.title, lessonsCount: courses.lessonsCount })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(eq(enrollments.userId, userId))
    .orderBy(desc(enrollments.id))
    .limit(DETAILS_MAX)
  return rows.map(({ enrollment, title, lessonsCount }) => ({
    course_id: enrollment.courseId,
    title,
    progress: progressOf(enrollment.completedLessons, lessonsCount),
    enrolled_date: enrollment.createdAt.toISOString(),
    completed_date: enrollment.completedAt?.toISOString() ?? null,
  }))
}

async function reviewsOf(db: Db, userId: number) {
  const rows = await db
    .select({ review: reviews, courseTitle: courses.title })
    .from(reviews)
    .innerJoin(courses, eq(courses.id, reviews.courseId))
    .where(eq(reviews.userId, userId))
    .orderBy(desc(reviews.id))
    .limit(DETAILS_MAX)
  return rows.map(({ review, courseTitle }) => ({
    review_id: review.id,
    review_text: review.text,
    stars: review.stars,
    review_date: review.createdAt.toISOString(),
    course_id: review.courseId,
    course_title: courseTitle,
  }))
}

async function commentsOf(db: Db, userId: number) {
  const rows = await db
    .select({ comment: comments, blogTitle: blogs.title })
    .from(comments)
    .innerJoin(blogs, eq(blogs.id, comments.blogId))
    .where(eq(comments.userId, userId))
    .orderBy(desc(comments.id))
    .limit(DETAILS_MAX)
  return rows.map(({ comment, blogTitle }) => ({
    comment_id: comment.id,
    comment_text: comment.text,
    created_date: comment.createdAt.toISOString(),
    blog_id: comment.blogId,
    blog_title: blogTitle,
  }))
}
