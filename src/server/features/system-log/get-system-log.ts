import { desc } from 'drizzle-orm'
import { LOG_LINES_PER_PAGE, type LogLine } from '#contract/schemas/system-log.ts'
import { systemLog } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { cutPage } from '#server/platform/db/cut-page.ts'
import { logWanted } from './log-wanted.ts'

export const getSystemLog: Handler<'getSystemLog'> = async ({ db }, { page, ...filter }) => {
  const found = await db
    .select()
    .from(systemLog)
    .where(logWanted(filter))
    .orderBy(desc(systemLog.id))
    .limit(LOG_LINES_PER_PAGE + 1)
    .offset((page - 1) * LOG_LINES_PER_PAGE)
  const { rows, nextPage } = cutPage(found, page, LOG_LINES_PER_PAGE)
  return { msg: rows.map(toLogLine), nextPage }
}

export function toLogLine(row: typeof systemLog.$inferSelect): LogLine {
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
