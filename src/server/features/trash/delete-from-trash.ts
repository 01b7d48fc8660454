import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { TRASH_DAYS } from '#contract/limits.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { isRestorable } from '#server/features/courses/admin/trash/trash.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, trash } from '#server/platform/db/schema.ts'
import { isInTrash } from './trash-row.ts'

/** The cleanup removes the files, and the rows of a course, which can be many. */
export const deleteFromTrash: Handler<'deleteFromTrash'> = async ({ db, user, from }, { kind, id }) => {
  await db.transaction(async (tx) => {
    const name = kind === 'course' ? await endCourse(tx, id) : await deleteEntry(tx, kind, id)
    if (name === undefined) throw new AppError(kind === 'course' ? 'course_not_found' : 'trash_not_found')
    const subject = { kind, id, name }
    await writeAudit(tx, { actor: user, from, action: `${kind}.purge`, subject })
  })
  return { msg: `The ${kind} was deleted for good` }
}

async function deleteEntry(tx: Tx, kind: typeof trash.$inferSelect.kind, id: number): Promise<string | undefined> {
  const [entry] = await tx
    .delete(trash)
    .where(and(eq(trash.kind, kind), eq(trash.subjectId, id), isInTrash))
    .returning({ name: trash.name })
  return entry?.name
}

/** Its time in the trash is over from now on. An archived course has orders and stays. */
async function endCourse(tx: Tx, courseId: number): Promise<string | undefined> {
  const [course] = await tx
    .update(courses)
    .set({ deletedAt: sql`now() - make_interval(days => ${TRASH_DAYS})` })
    .where(and(eq(courses.id, courseId), isRestorable, isNotNull(courses.deletedAt), isNull(courses.archivedAt)))
    .returning({ title: courses.title })
  return course?.title
}
