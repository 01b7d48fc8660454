import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const getTopCourses: Handler<'getTopCourses'> = async () => {
  throw new AppError('not_ready')
}
