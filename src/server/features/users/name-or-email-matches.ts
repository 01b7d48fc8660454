import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import { almostContainsAll, containsAll, mayHaveTypos, parseWords } from '#server/platform/search/search-words.ts'

/** Must match the expression of the index `users_search`. */
const NAMES_AND_EMAIL = sql`(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${users.email})`

/** All words, in any order. */
export const nameOrEmailMatches = (text: string): SQL | undefined => containsAll(NAMES_AND_EMAIL, parseWords(text))

/** Where that finds nobody, the words with a typo. */
export async function findNameOrEmailFilter(db: Db, text: string, where?: SQL): Promise<SQL | undefined> {
  const exact = nameOrEmailMatches(text)
  const words = parseWords(text)
  if (!mayHaveTypos(words)) return exact
  const found = await db.select({ id: users.id }).from(users).where(and(where, exact)).orderBy(desc(users.id)).limit(1)
  return found.length > 0 ? exact : almostContainsAll(NAMES_AND_EMAIL, words)
}
