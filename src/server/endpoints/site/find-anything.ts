import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const findAnything: Handler<'findAnything'> = async () => {
  throw new AppError('not_ready')
}
