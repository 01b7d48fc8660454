import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/handler.ts'

export const addContentPicture: Handler<'addContentPicture'> = async () => {
  throw new AppError('not_ready')
}
