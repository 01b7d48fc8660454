import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/contract.ts'
import type { USER_CHOICES } from '#contract/schemas/user-panel.ts'
import { users } from '#server/platform/db/schema.ts'
import { nameOrEmailHolds } from './name-or-email-holds.ts'
import { hasLiveSession } from './user-row.ts'

const CHOICES: Record<(typeof USER_CHOICES)[number], SQL | undefined> = {
  '': undefined,
  Active: hasLiveSession,
  Inactive: sql`not ${hasLiveSession}`,
  Admins: eq(users.role, 'admin'),
}

/** Which users are wanted: of the list as of its CSV. */
export function usersWanted({
  search_text,
  select_data,
}: Pick<ParsedInput<'getUsers'>, 'search_text' | 'select_data'>): SQL | undefined {
  return and(CHOICES[select_data], nameOrEmailHolds(search_text))
}
