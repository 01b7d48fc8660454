import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import { enrollmentJoin, isVisibleTo } from './course-row.ts'

/** Throws course_not_found for a draft that the user must not see, as for a missing course. */
export async function requireVisibleCourse(db: Pick<Db, 'select'>, user: User, courseId: number): Promise<void> {
  const [course] = await db
    .select({ id: courses.id })
    .from(courses)
    .leftJoin(enrollments, enrollmentJoin(user.student_id))
    .where(and(eq(courses.id, courseId), isVisibleTo(user)))
  if (!course) throw new AppError('course_not_found')
}
