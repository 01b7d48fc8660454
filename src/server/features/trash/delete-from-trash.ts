import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { TRASH_DAYS } from '#contract/limits.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { isRestorable } from '#server/features/courses/admin/trash/trash.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, trash } from '#server/platform/db/schema.ts'
import { purgeEntry } from './purge-entry.ts'
import { isInTrash } from './trash-row.ts'

/** The cleanup removes the files, and the rows of a course, which can be many. */
export const deleteFromTrash: Handler<'deleteFromTrash'> = async ({ db, user, from }, { kind, id }) => {
  await db.transaction(async (tx) => {
    if (kind === 'course') {
      const { title, ...before } = await endCourse(tx, id)
      const subject = { kind, id, name: title }
      await writeAudit(tx, { actor: user, from, action: 'course.purge', subject, before })
      return
    }
    const [entry] = await tx
      .select()
      .from(trash)
      .where(and(eq(trash.kind, kind), eq(trash.subjectId, id), isInTrash))
      .for('update')
    if (!entry) throw new AppError('trash_not_found')
    await purgeEntry(tx, entry, { actor: user, from })
  })
  return { msg: `The ${kind} was deleted for good` }
}

/** Its time in the trash is over from now on. An archived course has orders and stays. */
async function endCourse(tx: Tx, courseId: number) {
  const [course] = await tx
    .select({
      ...{ title: courses.title, lessons: courses.lessonsCount },
      ...{ deletedBy: courses.deletedByName, deletedAt: courses.deletedAt },
    })
    .from(courses)
    .where(and(eq(courses.id, courseId), isRestorable, isNotNull(courses.deletedAt), isNull(courses.archivedAt)))
    .for('update')
  if (!course) throw new AppError('course_not_found')
  await tx
    .update(courses)
    .set({ deletedAt: sql`now() - make_interval(days => ${TRASH_DAYS})` })
    .where(eq(courses.id, courseId))
  return course
}
