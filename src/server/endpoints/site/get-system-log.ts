import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const getSystemLog: Handler<'getSystemLog'> = async () => {
  throw new AppError('not_ready')
}
