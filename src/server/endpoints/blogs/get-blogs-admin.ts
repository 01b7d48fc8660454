import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const getBlogsAdmin: Handler<'getBlogsAdmin'> = async () => {
  throw new AppError('not_ready')
}
