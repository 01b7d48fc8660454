import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const deleteCourse: Handler<'deleteCourse'> = async () => {
  throw new AppError('not_ready')
}
