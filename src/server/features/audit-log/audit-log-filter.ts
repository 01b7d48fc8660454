import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/contract.ts'
import type { AuditAction } from '#contract/audit-actions.ts'
import { auditLog } from '#server/platform/db/schema.ts'
import { containsAll, parseWords } from '#server/platform/search/search-words.ts'

export type AuditLogFilter = Omit<ParsedInput<'getAuditLog'>, 'page'>

/** Must match the expression of the index `audit_log_search`. */
const NAMES = sql`(${auditLog.subjectName} || ' ' || ${auditLog.actorName} || ' ' || ${auditLog.actorEmail})`

/** By the database, which has dates behind the year 9999. */
const toMidnight = (day: string) => sql`(${day}::date::timestamp at time zone 'utc')`

/** Shared by the list and its CSV. */
export function auditLogFilter(filter: AuditLogFilter): SQL | undefined {
  const { search_text, person, action, subject_kind, subject_id, from, until } = filter
  return and(
    containsAll(NAMES, parseWords(search_text)),
    person === undefined || person === null ? undefined : eq(auditLog.actorId, person),
    action === '' ? undefined : eq(auditLog.action, action as AuditAction),
    subject_kind === '' ? undefined : eq(auditLog.subjectKind, subject_kind),
    subject_id === '' ? undefined : eq(auditLog.subjectId, subject_id),
    from === '' ? undefined : gte(auditLog.createdAt, toMidnight(from)),
    until === '' ? undefined : lt(auditLog.createdAt, sql`${toMidnight(until)} + interval '1 day'`),
  )
}
