import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toAccountTag } from '#server/http/session-store.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { changeJoinedCounts, isRestorable, toStudentCountText } from './trash.ts'

/** As it was when it was deleted, a draft as a draft. */
export const restoreCourse: Handler<'restoreCourse'> = async ({ db, user, invalidate }, { course_id }) => {
  await db.transaction(async (tx) => {
    const [course] = await tx
      .select({ title: courses.title })
      .from(courses)
      .where(and(eq(courses.id, course_id), isRestorable))
      .for('update')
    if (!course) throw new AppError('course_not_found')
    const students = await changeJoinedCounts(tx, course_id, 1)
    invalidate(students.map(toAccountTag))
    await tx.update(courses).set({ deletedAt: null }).where(eq(courses.id, course_id))
    await writeLog(tx, {
      kind: 'course',
      message: `Restored the course “${course.title}”, with ${toStudentCountText(students.length)}`,
      email: user.email,
      studentId: user.student_id,
    })
  })
  return { msg: 'The course was restored' }
}
