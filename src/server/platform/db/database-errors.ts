import { AppError } from '#contract/errors.ts'
import { getErrorCode } from '#server/platform/error-code.ts'

// Network errors, and PostgreSQL's classes 08 (connection), 57P0x (shutting down or starting up), 53300 (too many
// connections), 25P03 (idle transaction ended) and 25006 (a write on a read-only server, as after a failover).
const UNAVAILABLE_CODES =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1-5]|53300|25P03|25006)$/
// Errors thrown by pg itself have no code.
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/
// PostgreSQL's classes 53 (no disk space, memory or files left) and 58 (its files fail), and failures of the server's own disk.
const OUT_OF_RESOURCES_CODES = /^(53...|58...|ENOSPC|EDQUOT|EFBIG|EROFS|EIO)$/
// PostgreSQL takes it for a missing right (42501).
const READ_ONLY_DISK = /: Read-only file system$/

/** False when the database answered with an error, and when another service, such as the file storage, is away. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  !hasCause(error, (cause) => cause instanceof AppError) && hasCause(error, isConnectionError)

/** For a full, read-only or failing disk, of the database or the server: nothing is wrong with the request. */
export const isOutOfResources = (error: unknown): boolean =>
  hasCause(error, (cause) => OUT_OF_RESOURCES_CODES.test(getErrorCode(cause)) || READ_ONLY_DISK.test(cause.message))

/** For a statement that ran, or waited for a lock, longer than PostgreSQL's `statement_timeout`. */
export const isStatementTimeout = (error: unknown): boolean => hasCode(error, '57014')

/** For a right that the user of the connection does not have. */
export const isPermissionDenied = (error: unknown): boolean => hasCode(error, '42501')

/** For a row with a value that another row has already, in a column where each value is unique. */
export const isUniqueViolation = (error: unknown): boolean => hasCode(error, '23505')

/** For a row that refers to one that is not there, or no longer. */
export const isForeignKeyViolation = (error: unknown): boolean => hasCode(error, '23503')

const hasCode = (error: unknown, code: string) => hasCause(error, (cause) => getErrorCode(cause) === code)

/** Of several errors in one, such as those of a name with several addresses, all must match. */
function hasCause(error: unknown, matches: (cause: Error) => boolean): boolean {
  if (!(error instanceof Error)) return false
  if (matches(error) || hasCause(error.cause, matches)) return true
  const errors: unknown[] = error instanceof AggregateError ? error.errors : []
  return errors.length > 0 && errors.every((one) => hasCause(one, matches))
}

function isConnectionError(error: Error): boolean {
  const code = getErrorCode(error)
  if (code === '') return UNAVAILABLE_MESSAGES.test(error.message)
  // ENOENT can also mean a missing file.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return UNAVAILABLE_CODES.test(code)
}
