import { type SQL, sql } from 'drizzle-orm'
import { users } from '#server/platform/db/schema.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'

/** Must match the expression of the index `users_search`. */
export function nameOrEmailMatches(text: string): SQL | undefined {
  if (text === '') return undefined
  return sql`(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${users.email}) ilike ${toLikePattern(text)}`
}
