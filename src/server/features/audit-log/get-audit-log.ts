import { and, desc, eq, sql } from 'drizzle-orm'
import { AUDIT_ENTRIES_PER_PAGE } from '#contract/limits.ts'
import type { AuditLogEntry } from '#contract/schemas/operations/audit-log.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { auditLog } from '#server/platform/db/schema.ts'
import { auditLogFilter } from './audit-log-filter.ts'

const FIRST_PAGE = 1

/** By keyset, so that the last page is as fast as the first. */
export const getAuditLog: Handler<'getAuditLog'> = async ({ db }, { page, ...filter }) => {
  const found = await db
    .select()
    .from(auditLog)
    .where(and(auditLogFilter(filter), page === FIRST_PAGE ? undefined : await findStart(db, page - 1)))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(AUDIT_ENTRIES_PER_PAGE + 1)
  const rows = found.slice(0, AUDIT_ENTRIES_PER_PAGE)
  const last = rows.at(-1)
  // Never 1, which is the first page.
  const nextPage = last && found.length > AUDIT_ENTRIES_PER_PAGE ? last.id + 1 : null
  return { msg: rows.map(toAuditEntry), nextPage }
}

/** What is older than this entry. Nothing when the cleanup has deleted it, because then the rest is older too. */
async function findStart(db: Db, entryId: number) {
  const [entry] = await db.select({ createdAt: auditLog.createdAt }).from(auditLog).where(eq(auditLog.id, entryId))
  if (!entry) return sql`false`
  return sql`(${auditLog.createdAt}, ${auditLog.id}) < (${entry.createdAt.toISOString()}::timestamptz, ${entryId}::bigint)`
}

function toAuditEntry(row: typeof auditLog.$inferSelect): AuditLogEntry {
  return {
    entry_id: row.id,
    created_date: row.createdAt.toISOString(),
    actor_id: row.actorId,
    actor_name: row.actorName,
    actor_email: row.actorEmail,
    action: row.action,
    subject_kind: row.subjectKind,
    subject_id: row.subjectId,
    subject_name: row.subjectName,
    before: row.before,
    after: row.after,
    ip: row.ip,
    device: row.device,
    request_id: row.requestId,
  }
}
