import { and, between, desc } from 'drizzle-orm'
import * as z from 'zod/mini'
import { auditFilter } from '#contract/schemas/operations/audit-log.ts'
import { type CsvFile, findIdRange } from '#server/features/exports/csv-file.ts'
import { auditLog } from '#server/platform/db/schema.ts'
import { auditLogFilter } from './audit-log-filter.ts'

const filter = z.object(auditFilter)

export const auditLogCsv: CsvFile<typeof filter> = {
  name: 'audit-log',
  filter,
  columns: [
    ...['entry_id', 'created_date', 'actor_id', 'actor_name', 'actor_email', 'action'],
    ...['subject_kind', 'subject_id', 'subject_name', 'before', 'after', 'ip', 'device', 'request_id'],
  ],
  nextRange: (db, beforeId) => findIdRange(db, auditLog.id, beforeId),
  where: async (_db, filterValues) => auditLogFilter(filterValues),
  async rows(db, where, { first, last }) {
    const found = await db
      .select()
      .from(auditLog)
      .where(and(where, between(auditLog.id, first, last)))
      .orderBy(desc(auditLog.id))
    return found.map((row) => [
      ...[row.id, row.createdAt.toISOString(), row.actorId, row.actorName, row.actorEmail, row.action],
      ...[row.subjectKind, row.subjectId, row.subjectName, JSON.stringify(row.before), JSON.stringify(row.after)],
      ...[row.ip, row.device, row.requestId],
    ])
  },
}
