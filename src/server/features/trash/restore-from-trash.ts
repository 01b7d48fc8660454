import { and, eq, sql } from 'drizzle-orm'
import type { ArchivedKind } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { restoreDeletedCourse } from '#server/features/courses/admin/trash/restore-course.ts'
import { updateReviewTotals } from '#server/features/reviews/lock-course.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { blogs, comments, reviews, trash, users } from '#server/platform/db/schema.ts'
import { findOwnerId, isInTrash, KIND_LOGS, toTrashState } from './trash-row.ts'
import { restoreRows } from './restore-rows.ts'
import { lockArchivedCourses, updateRestoredUser } from './restore-user.ts'

const TABLES = { post: blogs, review: reviews, comment: comments, user: users }

/** Why the record did not return. The rows that it conflicts with or needs are named in the dashboard's words. */
const REFUSALS: Record<ArchivedKind, string> = {
  post: 'This post can’t be restored',
  review: 'The course or the student was deleted, or the student has written a newer review',
  comment: 'Its post or its author was deleted. If they are in the trash, restore them first',
  user: 'Another account uses this email now. Delete that account or change its email, then restore',
}

export const restoreFromTrash: Handler<'restoreFromTrash'> = async (context, { kind, id }) => {
  if (kind === 'course') return { msg: await restoreDeletedCourse(context, id) }
  const { db, user, from, invalidate } = context
  await db.transaction(async (tx) => {
    const [entry] = await tx
      .select()
      .from(trash)
      .where(and(eq(trash.kind, kind), eq(trash.subjectId, id), isInTrash))
      .for('update')
    if (!entry) throw new AppError('trash_not_found')
    const userId = await findOwnerId(tx, entry)
    await lockArchivedCourses(tx, entry.id)
    await restoreRows(tx, entry.id)
    await updateRestored(tx, kind, id)
    if (kind === 'user') await requireSignIns(tx, entry.id)
    await tx.delete(trash).where(eq(trash.id, entry.id))
    if (kind === 'user') invalidate([toAccountTag(id), `progress:${id}`])
    const message = `Restored the ${kind} “${entry.name}”`
    await writeLog(tx, { kind: KIND_LOGS[kind], message, email: user.email, studentId: user.student_id })
    const subject = { kind, id, name: entry.name, userId }
    const [before, after] = [toTrashState(entry), { details: entry.details }]
    await writeAudit(tx, { actor: user, from, action: `${kind}.restore`, subject, before, after })
  })
  return { msg: `The ${kind} was restored` }
}

async function updateRestored(tx: Tx, kind: ArchivedKind, id: number): Promise<void> {
  const table = TABLES[kind]
  const [restored] = await tx
    .select({ id: table.id })
    .from(table)
    .where(sql`${table.id} = ${id}`)
  if (!restored) throw new AppError('cannot_restore', { text: REFUSALS[kind] })
  if (kind === 'user') await updateRestoredUser(tx, id)
  if (kind !== 'review') return
  const [review] = await tx.select().from(reviews).where(eq(reviews.id, id))
  if (review) await updateReviewTotals(tx, review.courseId, { reviews: 1, stars: review.stars })
}

/** Restored without its Google sign-in, the user would sign in to the other account. */
async function requireSignIns(tx: Tx, trashId: number): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from trash_rows r
    join identities i on i.issuer = r."row" ->> 'issuer' and i.subject = r."row" ->> 'subject'
    where r.trash_id = ${trashId} and r.table_name = 'identities' and i.user_id <> (r."row" ->> 'user_id')::bigint
    limit 1
  `)
  if (rows.length > 0)
    throw new AppError('cannot_restore', {
      text: 'Another account uses this Google sign-in now. Delete that account first',
    })
}
