import { DrizzleQueryError } from 'drizzle-orm'

/** The row has a value that another row has already, in a column where each value is unique. */
export function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === '23505'
}
