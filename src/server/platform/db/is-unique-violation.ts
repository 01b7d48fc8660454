import { DrizzleQueryError } from 'drizzle-orm'
import { getErrorCode } from '#server/platform/error-code.ts'

/** The row has a value that another row has already, in a column where each value is unique. */
export function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return getErrorCode(cause) === '23505'
}
