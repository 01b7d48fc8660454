import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const deleteBlog: Handler<'deleteBlog'> = async () => {
  throw new AppError('not_ready')
}
