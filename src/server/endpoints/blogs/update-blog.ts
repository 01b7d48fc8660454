import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const updateBlog: Handler<'updateBlog'> = async () => {
  throw new AppError('not_ready')
}
