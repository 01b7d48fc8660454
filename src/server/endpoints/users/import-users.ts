import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const importUsers: Handler<'importUsers'> = async () => {
  throw new AppError('not_ready')
}
