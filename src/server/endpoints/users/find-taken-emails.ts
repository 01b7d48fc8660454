import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const findTakenEmails: Handler<'findTakenEmails'> = async () => {
  throw new AppError('not_ready')
}
