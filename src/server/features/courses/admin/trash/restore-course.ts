import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses } from '#server/platform/db/schema.ts'
import type { Context, Handler } from '#server/pipeline/handler.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { pluralize } from '#server/platform/pluralize.ts'
import { changeJoinedCounts, countStudents, isRestorable } from './trash.ts'

type RestoreContext = Pick<Context<'restoreCourse'>, 'db' | 'user' | 'from' | 'invalidate'>

export const restoreCourse: Handler<'restoreCourse'> = async (context, { course_id }) => ({
  msg: await restoreDeletedCourse(context, course_id),
})

/** As it was when it was deleted or archived, a draft as a draft. */
export async function restoreDeletedCourse(context: RestoreContext, course_id: number): Promise<string> {
  const { db, user, from, invalidate } = context
  await db.transaction(async (tx) => {
    const [course] = await tx
      .select({
        ...{ title: courses.title, isPublic: courses.isPublic, archivedAt: courses.archivedAt },
        ...{ deletedAt: courses.deletedAt, deletedBy: courses.deletedByName },
      })
      .from(courses)
      .where(and(eq(courses.id, course_id), isRestorable))
      .for('update')
    if (!course) throw new AppError('course_not_found')
    // The students of an archived course have kept it.
    const students = course.archivedAt ? [] : await changeJoinedCounts(tx, course_id, 1)
    invalidate(students.map(toAccountTag))
    await tx
      .update(courses)
      .set({ deletedAt: null, archivedAt: null, deletedByName: '' })
      .where(eq(courses.id, course_id))
    const studentCount = course.archivedAt ? await countStudents(tx, course_id) : students.length
    await writeLog(tx, {
      kind: 'course',
      message: `Restored the course “${course.title}”, with ${pluralize(studentCount, 'student')}`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'course', id: course_id, name: course.title } as const
    const { deletedBy, archivedAt, deletedAt } = course
    const before = { state: archivedAt ? 'archived' : 'in the trash', deletedBy, deletedAt: archivedAt ?? deletedAt }
    const after = { state: course.isPublic ? 'published' : 'draft', students: studentCount }
    await writeAudit(tx, { actor: user, from, action: 'course.restore', subject, before, after })
  })
  return 'The course was restored'
}
