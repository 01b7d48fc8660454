import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, notifications } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toAccountTag } from '#server/http/session-store.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { changeJoinedCounts, toStudentCountText } from './trash.ts'

/** Moves the course to the trash. Its lessons, enrollments, progress, reviews and files stay for restoreCourse. */
export const deleteCourse: Handler<'deleteCourse'> = async ({ db, user, invalidate }, { course_id }) => {
  await db.transaction(async (tx) => {
    const [course] = await tx
      .select({ title: courses.title })
      .from(courses)
      .where(and(eq(courses.id, course_id), isLive))
      .for('update')
    if (!course) throw new AppError('course_not_found')
    const students = await changeJoinedCounts(tx, course_id, -1)
    invalidate(students.map(toAccountTag))
    await tx.delete(notifications).where(eq(notifications.courseId, course_id))
    await tx
      .update(courses)
      .set({ deletedAt: sql`now()` })
      .where(eq(courses.id, course_id))
    await writeLog(tx, {
      kind: 'course',
      message: `Deleted the course “${course.title}”, with ${toStudentCountText(students.length)}`,
      email: user.email,
      studentId: user.student_id,
    })
  })
  return { msg: 'The course was deleted' }
}
