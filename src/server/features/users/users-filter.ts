import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/contract.ts'
import type { USER_FILTERS } from '#contract/choices.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { sessions, users } from '#server/platform/db/schema.ts'
import { findNameOrEmailFilter } from './name-or-email-matches.ts'
import { hasActiveSession } from '#server/platform/db/user-row.ts'

const FILTERS: Record<(typeof USER_FILTERS)[number], SQL | undefined> = {
  '': undefined,
  Active: hasActiveSession,
  Inactive: sql`not ${hasActiveSession}`,
  Admins: eq(users.role, 'admin'),
}

const activeUserIds = sql`(
  select ${sessions.userId} from ${sessions} where ${sessions.idleUntil} > now() and ${sessions.expiresAt} > now()
)`

/** Reads all sessions once, which is faster than looking up those of each user where thousands are skipped. */
const FILTERS_OF_DEEP_PAGES: typeof FILTERS = {
  ...FILTERS,
  Active: sql`${users.id} in ${activeUserIds}`,
  Inactive: sql`${users.id} not in ${activeUserIds}`,
}

/** Shared by the list and its CSV export. */
export async function usersFilter(
  db: Db,
  { search_text, select_data }: Pick<ParsedInput<'getUsers'>, 'search_text' | 'select_data'>,
  { isDeep = false } = {},
): Promise<SQL | undefined> {
  const where = (isDeep ? FILTERS_OF_DEEP_PAGES : FILTERS)[select_data]
  return search_text === '' ? where : and(where, await findNameOrEmailFilter(db, search_text, where))
}
