import { and, between, desc } from 'drizzle-orm'
import * as z from 'zod/mini'
import { logFilter } from '#contract/schemas/operations/system-log.ts'
import { systemLog } from '#server/platform/db/schema.ts'
import { systemLogFilter } from './system-log-filter.ts'
import { type CsvFile, findIdRange } from '#server/features/exports/csv-file.ts'

const filter = z.object(logFilter)

export const systemLogCsv: CsvFile<typeof filter> = {
  name: 'system-log',
  filter,
  columns: ['log_id', 'created_date', 'kind', 'message', 'email', 'student_id'],
  nextRange: (db, beforeId) => findIdRange(db, systemLog.id, beforeId),
  where: async (_db, filterValues) => systemLogFilter(filterValues),
  async rows(db, where, { first, last }) {
    const found = await db
      .select()
      .from(systemLog)
      .where(and(where, between(systemLog.id, first, last)))
      .orderBy(desc(systemLog.id))
    return found.map(({ id, createdAt, kind, message, email, studentId }) => [
      ...[id, createdAt.toISOString(), kind, message, email, studentId],
    ])
  },
}
