import { eq, isNull, and, sql } from 'drizzle-orm'
import { enrollments, learningEvents } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { changeStudentProgress } from './change-student-progress.ts'

export const waivePrerequisites: Handler<'waivePrerequisites'> = async (context, input) => {
  const { reason } = input
  const msg = await changeStudentProgress(
    context,
    'user.waive_prerequisites',
    input,
    async (tx, { id, userId, courseId, courseTitle }, name) => {
      const waived = await tx
        .update(enrollments)
        .set({ prerequisitesWaived: reason })
        .where(and(eq(enrollments.id, id), isNull(enrollments.prerequisitesWaived)))
        .returning({ id: enrollments.id })
      if (waived.length === 0) return { log: null, before: {}, result: 'The prerequisites are waived already' }
      const actorId = context.user.student_id
      const event = { userId, courseId, kind: 'prerequisites_waived' as const, actorId, reason }
      await tx.insert(learningEvents).values({ ...event, createdAt: sql`clock_timestamp()` })
      return {
        before: { prerequisites: 'required' },
        log: `Waived the prerequisites of “${courseTitle}” for ${name}`,
        result: 'The student can open the course now',
      }
    },
  )
  return { msg }
}
