import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const getUserDetails: Handler<'getUserDetails'> = async () => {
  throw new AppError('not_ready')
}
