import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const getAnalystic: Handler<'getAnalystic'> = async () => {
  throw new AppError('not_ready')
}
