import { and, desc, eq, inArray, max, not, notInArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ParsedInput } from '#contract/contract.ts'
import { SUBMISSIONS_PER_PAGE } from '#contract/limits.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { nameOrEmailMatches } from '#server/features/users/name-or-email-matches.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { isOnPage, paginate } from '#server/platform/db/paginate.ts'
import { courses, lessons, submissions, users } from '#server/platform/db/schema.ts'
import { toSubmission } from './submission-row.ts'

const isWaiting = sql`(${submissions.status} = 'waiting')`

/** Those that wait come first, the longest waiting before the others; then the newest. */
const ORDER = [desc(isWaiting), sql`case when ${isWaiting} then ${submissions.id} end`, desc(submissions.id)]

export const getSubmissions: Handler<'getSubmissions'> = async ({ db }, { page, ...filter }) => {
  const others = alias(submissions, 'others')
  const latest = db
    .select({ id: max(others.id) })
    .from(others)
    .where(and(eq(others.userId, submissions.userId), eq(others.lessonId, submissions.lessonId)))
  const ids = db
    .select({ id: submissions.id })
    .from(submissions)
    .where(toCondition(db, filter))
    .orderBy(...ORDER)
    .limit(SUBMISSIONS_PER_PAGE + 1)
    .offset((page - 1) * SUBMISSIONS_PER_PAGE)
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
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(isOnPage(submissions.id, ids))
    .orderBy(...ORDER)
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

function toCondition(
  db: Db,
  { search_text, select_data, course_id, submission_id }: Omit<ParsedInput<'getSubmissions'>, 'page'>,
): SQL | undefined {
  const inCourse = db.select({ id: lessons.id }).from(lessons)
  // Few courses are in the trash, so that leaving them out takes no look at each submission's course.
  const deleted = db
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(not(isLive))
  const matches = nameOrEmailMatches(search_text)
  const students = matches && db.select({ id: users.id }).from(users).where(matches)
  return and(
    select_data === '' ? undefined : eq(submissions.status, select_data),
    course_id ? inArray(submissions.lessonId, inCourse.where(eq(lessons.courseId, course_id))) : undefined,
    submission_id ? eq(submissions.id, submission_id) : undefined,
    students && inArray(submissions.userId, students),
    notInArray(submissions.lessonId, deleted),
  )
}
