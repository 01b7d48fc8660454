import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const getBlogForm: Handler<'getBlogForm'> = async () => {
  throw new AppError('not_ready')
}
