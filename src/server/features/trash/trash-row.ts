import { sql } from 'drizzle-orm'
import type { ArchivedKind, LogKind } from '#contract/choices.ts'
import { TRASH_DAYS } from '#contract/limits.ts'
import { trash } from '#server/platform/db/schema.ts'

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
