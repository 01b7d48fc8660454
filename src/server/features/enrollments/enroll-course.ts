import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, enrollments, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { lockUser } from '#server/features/users/lock-user.ts'
import { enrollmentJoin, isVisibleTo } from '#server/features/courses/course-row.ts'

/** Involves no payment (decision 0007). */
export const enrollCourse: Handler<'enrollCourse'> = async ({ db, user }, { course_id }) => {
  await db.transaction(async (tx) => {
    // The course must not be deleted or hidden before the enrollment is stored.
    const [course] = await tx
      .select({ title: courses.title })
      .from(courses)
      .leftJoin(enrollments, enrollmentJoin(user.student_id))
      .where(and(eq(courses.id, course_id), isVisibleTo(user)))
      .for('key share', { of: courses })
    if (!course) throw new AppError('course_not_found')
    await lockUser(tx, user.student_id)
    const added = await tx
      .insert(enrollments)
      .values({ userId: user.student_id, courseId: course_id })
      .onConflictDoNothing()
      .returning({ id: enrollments.id })
    if (added.length === 0) return
    await tx
      .update(users)
      .set({ courseJoined: sql`${users.courseJoined} + 1` })
      .where(eq(users.id, user.student_id))
    await writeLog(tx, {
      kind: 'learning',
      message: `Enrolled in “${course.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
  })
  return { msg: 'You are enrolled' }
}
