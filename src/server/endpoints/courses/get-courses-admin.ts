import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const getCoursesAdmin: Handler<'getCoursesAdmin'> = async () => {
  throw new AppError('not_ready')
}
