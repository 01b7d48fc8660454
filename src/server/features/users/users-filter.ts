import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/contract.ts'
import type { USER_FILTERS } from '#contract/choices.ts'
import { users } from '#server/platform/db/schema.ts'
import { nameOrEmailMatches } from './name-or-email-matches.ts'
import { hasActiveSession } from '#server/platform/db/user-row.ts'

const FILTERS: Record<(typeof USER_FILTERS)[number], SQL | undefined> = {
  '': undefined,
  Active: hasActiveSession,
  Inactive: sql`not ${hasActiveSession}`,
  Admins: eq(users.role, 'admin'),
}

/** Which users are wanted: of the list as of its CSV. */
export function usersFilter({
  search_text,
  select_data,
}: Pick<ParsedInput<'getUsers'>, 'search_text' | 'select_data'>): SQL | undefined {
  return and(FILTERS[select_data], nameOrEmailMatches(search_text))
}
