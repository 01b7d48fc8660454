import { desc } from 'drizzle-orm'
import { type LogEntry } from '#contract/schemas/operations/system-log.ts'
import { LOG_ENTRIES_PER_PAGE } from '#contract/limits.ts'
import { systemLog } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isOnPage, paginate } from '#server/platform/db/paginate.ts'
import { systemLogFilter } from './system-log-filter.ts'

export const getSystemLog: Handler<'getSystemLog'> = async ({ db }, { page, ...filter }) => {
  const ids = db
    .select({ id: systemLog.id })
    .from(systemLog)
    .where(systemLogFilter(filter))
    .orderBy(desc(systemLog.id))
    .limit(LOG_ENTRIES_PER_PAGE + 1)
    .offset((page - 1) * LOG_ENTRIES_PER_PAGE)
  const found = await db.select().from(systemLog).where(isOnPage(systemLog.id, ids)).orderBy(desc(systemLog.id))
  const { rows, nextPage } = paginate(found, page, LOG_ENTRIES_PER_PAGE)
  return { msg: rows.map(toLogEntry), nextPage }
}

export function toLogEntry(row: typeof systemLog.$inferSelect): LogEntry {
  const createdDate = row.createdAt.toISOString()
  return {
    log_id: row.id,
    kind: row.kind,
    message: row.message,
    email: row.email,
    time: createdDate.slice(11, 19),
    student_id: row.studentId,
    created_date: createdDate,
  }
}
