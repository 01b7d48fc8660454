import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const deleteUser: Handler<'deleteUser'> = async () => {
  throw new AppError('not_ready')
}
