import { and, eq, isNotNull } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/** A lesson without a report is cleared already. */
export const clearLessonProblem: Handler<'clearLessonProblem'> = async ({ db, user, from }, { material_id }) => {
  await db.transaction(async (tx) => {
    const [lesson] = await tx
      .select({ title: lessons.title, courseId: courses.id, courseTitle: courses.title })
      .from(lessons)
      .innerJoin(courses, and(eq(courses.id, lessons.courseId), isLive))
      .where(eq(lessons.id, material_id))
    if (!lesson) throw new AppError('lesson_not_found')
    const cleared = await tx
      .update(lessons)
      .set({ problemReportedAt: null })
      .where(and(eq(lessons.id, material_id), isNotNull(lessons.problemReportedAt)))
      .returning({ id: lessons.id })
    if (cleared.length === 0) return
    await writeLog(tx, {
      kind: 'course',
      message: `Cleared the report on “${lesson.title}” of “${lesson.courseTitle}”`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'course', id: lesson.courseId, name: lesson.courseTitle } as const
    const before = { reported: lesson.title }
    await writeAudit(tx, { actor: user, from, action: 'course.clear_report', subject, before })
  })
  return { msg: 'The report was cleared' }
}
