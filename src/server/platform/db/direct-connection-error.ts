import type { Database } from './connect.ts'

/**
 * Of a connection to DATABASE_DIRECT_URL, or of its user's rights, because what PostgreSQL answers does not say which
 * setting is wrong.
 */
export class DirectConnectionError extends Error {
  override readonly name = 'DirectConnectionError'
}

/** Nothing is to be named where DATABASE_URL is that address. */
export const toDirectConnectionError = (
  cause: unknown,
  { pool, directUrl }: Pick<Database, 'pool' | 'directUrl'>,
): unknown =>
  directUrl === undefined || directUrl === pool.options.connectionString
    ? cause
    : new DirectConnectionError('The connection to DATABASE_DIRECT_URL failed', { cause })
