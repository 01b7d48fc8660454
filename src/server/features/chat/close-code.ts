import { AppError, type ErrorCode } from '#contract/errors.ts'
import { CLOSE_CODES } from '#contract/socket.ts'

const CLOSE_CODE_BY_ERROR: Partial<Record<ErrorCode, number>> = {
  not_signed_in: CLOSE_CODES.notSignedIn,
  maintenance: CLOSE_CODES.maintenance,
  second_factor_required: CLOSE_CODES.policy,
}

/** The code that a refused caller's socket is closed with; undefined for an error that leaves it open. */
export const getCloseCode = (error: unknown): number | undefined =>
  error instanceof AppError ? CLOSE_CODE_BY_ERROR[error.code] : undefined
