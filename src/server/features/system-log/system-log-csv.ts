import { and, desc, lt } from 'drizzle-orm'
import * as z from 'zod/mini'
import { logFilter } from '#contract/schemas/system-log.ts'
import { systemLog } from '#server/platform/db/schema.ts'
import { systemLogFilter } from './system-log-filter.ts'
import { type CsvFile, BATCH_SIZE } from '#server/features/exports/csv-file.ts'

const filter = z.object(logFilter)

export const systemLogCsv: CsvFile<typeof filter> = {
  name: 'system-log',
  filter,
  columns: ['log_id', 'created_date', 'kind', 'message', 'email', 'student_id'],
  async rows(db, filterValues, beforeId) {
    const found = await db
      .select()
      .from(systemLog)
      .where(and(systemLogFilter(filterValues), beforeId === undefined ? undefined : lt(systemLog.id, beforeId)))
      .orderBy(desc(systemLog.id))
      .limit(BATCH_SIZE)
    return found.map(({ id, createdAt, kind, message, email, studentId }) => ({
      id,
      cells: [id, createdAt.toISOString(), kind, message, email, studentId],
    }))
  },
}
