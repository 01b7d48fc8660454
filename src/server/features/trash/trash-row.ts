import { sql } from 'drizzle-orm'
import type { ArchivedKind, LogKind } from '#contract/choices.ts'
import { TRASH_DAYS } from '#contract/limits.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { trash } from '#server/platform/db/schema.ts'
import { KIND_TABLES } from './restore-rows.ts'

export type TrashRow = typeof trash.$inferSelect

const TRASH_START = sql`now() - make_interval(days => ${TRASH_DAYS})`

/** Can be restored. */
export const isInTrash = sql`${trash.deletedAt} > ${TRASH_START}`
export const isExpired = sql`${trash.deletedAt} <= ${TRASH_START}`

/** The system log's kinds. */
export const KIND_LOGS: Record<ArchivedKind, LogKind> = {
  post: 'blog',
  review: 'review',
  comment: 'comment',
  user: 'user',
}

/** For the audit log. */
export const toTrashState = ({ deletedAt, deletedByName: deletedBy }: TrashRow) => ({ deletedAt, deletedBy })

/** Whose a review or a comment is. */
export async function findOwnerId(tx: Tx, { id, kind, subjectId }: TrashRow): Promise<number | null> {
  if (kind === 'user') return subjectId
  if (kind === 'post') return null
  const { rows } = await tx.execute<{ owner: string }>(sql`
    select "row" ->> 'user_id' as owner from trash_rows
    where trash_id = ${id} and table_name = ${KIND_TABLES[kind]} and "row" ->> 'id' = ${String(subjectId)}
  `)
  return rows[0] ? Number(rows[0].owner) : null
}
