import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { COURSE_STUDENTS_PER_PAGE } from '#contract/limits.ts'
import { courses, enrollments, learningEvents, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { calculateProgress, isLive } from '#server/features/courses/course-row.ts'
import { findNameOrEmailFilter } from '#server/features/users/name-or-email-matches.ts'

/** The index `learning_events_user_course` has it. */
const LAST_ACTIVE = sql<Date | null>`(
  select ${learningEvents.createdAt} from ${learningEvents}
  where ${learningEvents.userId} = ${enrollments.userId} and ${learningEvents.courseId} = ${enrollments.courseId}
  order by ${learningEvents.id} desc limit 1)`.mapWith(enrollments.createdAt)

export const getCourseStudents: Handler<'getCourseStudents'> = async ({ db }, { course_id, page, search_text }) => {
  const [course] = await db
    .select({ lessonsCount: courses.lessonsCount })
    .from(courses)
    .where(and(eq(courses.id, course_id), isLive))
  if (!course) throw new AppError('course_not_found')
  const isEnrolled = sql`exists (select 1 from ${enrollments} where ${enrollments.userId} = ${users.id} and ${enrollments.courseId} = ${course_id})`
  const matches: SQL | undefined = search_text ? await findNameOrEmailFilter(db, search_text, isEnrolled) : undefined
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
      lastActiveAt: LAST_ACTIVE,
    })
    .from(enrollments)
    .innerJoin(users, eq(users.id, enrollments.userId))
    .where(and(eq(enrollments.courseId, course_id), matches))
    .orderBy(desc(sql`coalesce(${LAST_ACTIVE}, ${enrollments.createdAt})`), desc(enrollments.id))
    .limit(COURSE_STUDENTS_PER_PAGE + 1)
    .offset((page - 1) * COURSE_STUDENTS_PER_PAGE)
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
