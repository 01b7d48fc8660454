import { and, desc, eq, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { SUBMISSIONS_PER_PAGE } from '#contract/limits.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { nameOrEmailMatches } from '#server/features/users/name-or-email-matches.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { courses, lessons, submissions, users } from '#server/platform/db/schema.ts'
import { toSubmission } from './submission-row.ts'

const isWaiting = sql`(${submissions.status} = 'waiting')`

/** Those that wait come first, the longest waiting before the others; then the newest. */
export const getSubmissions: Handler<'getSubmissions'> = async (
  { db },
  { page, search_text, select_data, course_id, submission_id },
) => {
  const others = alias(submissions, 'others')
  const latest = db
    .select({ id: max(others.id) })
    .from(others)
    .where(and(eq(others.userId, submissions.userId), eq(others.lessonId, submissions.lessonId)))
  const found = await db
    .select({
      submission: submissions,
      name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      email: users.email,
      courseId: courses.id,
      courseTitle: courses.title,
      lessonTitle: lessons.title,
      latestId: sql`(${latest})`.mapWith(submissions.id),
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.userId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .innerJoin(courses, and(eq(courses.id, lessons.courseId), isLive))
    .where(
      and(
        select_data === '' ? undefined : eq(submissions.status, select_data),
        course_id ? eq(courses.id, course_id) : undefined,
        submission_id ? eq(submissions.id, submission_id) : undefined,
        nameOrEmailMatches(search_text),
      ),
    )
    .orderBy(desc(isWaiting), sql`case when ${isWaiting} then ${submissions.id} end`, desc(submissions.id))
    .limit(SUBMISSIONS_PER_PAGE + 1)
    .offset((page - 1) * SUBMISSIONS_PER_PAGE)
  const { rows, nextPage } = paginate(found, page, SUBMISSIONS_PER_PAGE)
  return {
    msg: rows.map(({ submission, name, email, courseId, courseTitle, lessonTitle, latestId }) => ({
      ...toSubmission(submission),
      ...{ student_id: submission.userId, name, email },
      ...{ course_id: courseId, course_title: courseTitle },
      ...{ material_id: submission.lessonId, material_title: lessonTitle, latest_id: latestId },
    })),
    nextPage,
  }
}
