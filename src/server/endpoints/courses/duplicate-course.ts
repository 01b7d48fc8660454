import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const duplicateCourse: Handler<'duplicateCourse'> = async () => {
  throw new AppError('not_ready')
}
