import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { COURSE_STUDENTS_PER_PAGE } from '#contract/limits.ts'
import { courses, enrollments, learningEvents, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { calculateProgress } from '#contract/calculate-progress.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { findNameOrEmailFilter } from '#server/features/users/name-or-email-matches.ts'

/** The student's own: admins grade or give a reason, also one whose account was deleted since. */
const LAST_EVENT_ID = sql<number | null>`(
  select max(last.id) from ${learningEvents} last
  where last.user_id = ${enrollments}.user_id and last.course_id = ${enrollments}.course_id
    and last.actor_id is null and last.reason = '' and (last.kind = 'assignment_submitted' or not last.data ? 'submission_id'))`.as(
  'last_event_id',
)

export const getCourseStudents: Handler<'getCourseStudents'> = async ({ db }, { course_id, page, search_text }) => {
  const [course] = await db
    .select({ lessonsCount: courses.lessonsCount })
    .from(courses)
    .where(and(eq(courses.id, course_id), isLive))
  if (!course) throw new AppError('course_not_found')
  const isEnrolled = sql`exists (select 1 from ${enrollments} where ${enrollments.userId} = ${users.id} and ${enrollments.courseId} = ${course_id})`
  const matches: SQL | undefined = search_text ? await findNameOrEmailFilter(db, search_text, isEnrolled) : undefined
  // All students of the course are sorted, and only those of the page are read.
  const shown = db
    .select({ id: enrollments.id, lastEventId: LAST_EVENT_ID })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.courseId, course_id),
        matches && sql`${enrollments.userId} in (select ${users.id} from ${users} where ${matches})`,
      ),
    )
    .orderBy(sql`2 desc nulls last`, desc(enrollments.id))
    .limit(COURSE_STUDENTS_PER_PAGE + 1)
    .offset((page - 1) * COURSE_STUDENTS_PER_PAGE)
    .as('page')
  const found = await db
    .select({
      studentId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      imageUrl: users.imageUrl,
      completed: enrollments.completedLessons,
      enrolledAt: enrollments.createdAt,
      finishedAt: enrollments.completedAt,
      hasAccess: sql<boolean>`${hasAccess}`,
      lastActiveAt: learningEvents.createdAt,
    })
    .from(shown)
    .innerJoin(enrollments, eq(enrollments.id, shown.id))
    .innerJoin(users, eq(users.id, enrollments.userId))
    .leftJoin(learningEvents, eq(learningEvents.id, shown.lastEventId))
    .orderBy(sql`${shown.lastEventId} desc nulls last`, desc(enrollments.id))
  const { rows, nextPage } = paginate(found, page, COURSE_STUDENTS_PER_PAGE)
  const msg = rows.map((row) => ({
    student_id: row.studentId,
    name: `${row.firstName} ${row.lastName}`.trim(),
    email: row.email,
    image_url: row.imageUrl,
    progress: calculateProgress({
      completed: row.completed,
      total: course.lessonsCount,
      isFinished: row.finishedAt !== null,
    }),
    enrolled_date: row.enrolledAt.toISOString(),
    last_active_date: row.lastActiveAt?.toISOString() ?? null,
    finished_date: row.finishedAt?.toISOString() ?? null,
    has_access: row.hasAccess,
  }))
  return { msg, nextPage }
}
