import { type SQL, sql } from 'drizzle-orm'
import { users } from '#server/platform/db/schema.ts'
import { patternOf } from '#server/platform/db/pattern-of.ts'

/** Users whose name or e-mail holds the text, whatever its case. Written just as the index `users_search` is. */
export function nameOrEmailHolds(text: string): SQL | undefined {
  if (text === '') return undefined
  return sql`(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${users.email}) ilike ${patternOf(text)}`
}
