import { AppError, type ErrorCode } from '#contract/errors.ts'

/** A call mock that fails with this error. */
export const failWith = (code: ErrorCode) => (): never => {
  throw new AppError(code)
}
