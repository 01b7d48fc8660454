import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/contract.ts'
import { systemLog } from '#server/platform/db/schema.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'

/** Shared by the list and its CSV export. */
export function systemLogFilter({
  search_text,
  kind,
  person,
}: Omit<ParsedInput<'getSystemLog'>, 'page'>): SQL | undefined {
  return and(
    // Must match the expression of the index `system_log_search`.
    search_text === ''
      ? undefined
      : sql`(${systemLog.message} || ' ' || ${systemLog.email}) ilike ${toLikePattern(search_text)}`,
    kind === '' ? undefined : eq(systemLog.kind, kind),
    person === undefined || person === null ? undefined : eq(systemLog.studentId, person),
  )
}
