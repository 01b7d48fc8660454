import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const addBlog: Handler<'addBlog'> = async () => {
  throw new AppError('not_ready')
}
