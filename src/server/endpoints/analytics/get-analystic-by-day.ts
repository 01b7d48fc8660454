import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const getAnalysticByDay: Handler<'getAnalysticByDay'> = async () => {
  throw new AppError('not_ready')
}
