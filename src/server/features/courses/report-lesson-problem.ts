import { and, eq, isNull, sql } from 'drizzle-orm'
import { lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requireOpenLesson } from '#server/features/lessons/lesson-access.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/** Only the first report is stored and logged, so that a student cannot fill the log. */
export const reportLessonProblem: Handler<'reportLessonProblem'> = async ({ db, user }, { material_id }) => {
  await db.transaction(async (tx) => {
    const lesson = await requireOpenLesson(tx, user, material_id)
    const reported = await tx
      .update(lessons)
      .set({ problemReportedAt: sql`now()` })
      .where(and(eq(lessons.id, material_id), isNull(lessons.problemReportedAt)))
      .returning({ id: lessons.id })
    if (reported.length === 0) return
    await writeLog(tx, {
      kind: 'learning',
      message: `Reported that “${lesson.title}” of “${lesson.courseTitle}” does not play`,
      email: user.email,
      studentId: user.student_id,
    })
  })
  return { msg: 'Thanks. We told the author that this lesson doesn’t play' }
}
