import { and, desc, lt } from 'drizzle-orm'
import * as z from 'zod/mini'
import { logFilter } from '#contract/schemas/system-log.ts'
import { systemLog } from '#server/platform/db/schema.ts'
import { logWanted } from './log-wanted.ts'
import { type CsvFile, ROWS_AT_ONCE } from '#server/features/exports/csv-file.ts'

const filter = z.object(logFilter)

/** The lines that the system log's panel lists. */
export const systemLogCsv: CsvFile<typeof filter> = {
  name: 'system-log',
  filter,
  columns: ['log_id', 'created_date', 'kind', 'message', 'email', 'student_id'],
  async rows(db, wanted, before) {
    const found = await db
      .select()
      .from(systemLog)
      .where(and(logWanted(wanted), before === undefined ? undefined : lt(systemLog.id, before)))
      .orderBy(desc(systemLog.id))
      .limit(ROWS_AT_ONCE)
    return found.map(({ id, createdAt, kind, message, email, studentId }) => ({
      id,
      cells: [id, createdAt.toISOString(), kind, message, email, studentId],
    }))
  },
}
