import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const getCourseFunnel: Handler<'getCourseFunnel'> = async () => {
  throw new AppError('not_ready')
}
