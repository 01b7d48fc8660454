import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/contract.ts'
import { systemLog } from '#server/platform/db/schema.ts'
import { containsAll, parseWords } from '#server/platform/search/search-words.ts'

/** Must match the expression of the index `system_log_search`. */
const MESSAGE_AND_EMAIL = sql`(${systemLog.message} || ' ' || ${systemLog.email})`

/** Shared by the list and its CSV export. */
export function systemLogFilter({
  search_text,
  kind,
  person,
}: Omit<ParsedInput<'getSystemLog'>, 'page'>): SQL | undefined {
  return and(
    containsAll(MESSAGE_AND_EMAIL, parseWords(search_text)),
    kind === '' ? undefined : eq(systemLog.kind, kind),
    person === undefined || person === null ? undefined : eq(systemLog.studentId, person),
  )
}
