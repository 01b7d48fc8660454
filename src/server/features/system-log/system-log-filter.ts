import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/contract.ts'
import { systemLog } from '#server/platform/db/schema.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'

/** Which lines of the system log are wanted: of the list as of its CSV. */
export function systemLogFilter({
  search_text,
  kind,
  person,
}: Omit<ParsedInput<'getSystemLog'>, 'page'>): SQL | undefined {
  return and(
    // Written just as the index `system_log_search` is.
    search_text === ''
      ? undefined
      : sql`(${systemLog.message} || ' ' || ${systemLog.email}) ilike ${toLikePattern(search_text)}`,
    kind === '' ? undefined : eq(systemLog.kind, kind),
    person === undefined || person === null ? undefined : eq(systemLog.studentId, person),
  )
}
