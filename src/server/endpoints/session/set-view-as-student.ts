import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const setViewAsStudent: Handler<'setViewAsStudent'> = async () => {
  throw new AppError('not_ready')
}
