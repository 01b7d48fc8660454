import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const endUserSessions: Handler<'endUserSessions'> = async () => {
  throw new AppError('not_ready')
}
