import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const getCourseForm: Handler<'getCourseForm'> = async () => {
  throw new AppError('not_ready')
}
