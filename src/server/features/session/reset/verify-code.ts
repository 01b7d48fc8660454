import type { Handler } from '#server/pipeline/handler.ts'
import { tryResetCode } from './try-reset-code.ts'
import { refundAttempt } from './reset-code.ts'

export const verifyCode: Handler<'verifyCode'> = async (context, { email, code }) => {
  const key = await tryResetCode(context, email, code)
  await refundAttempt(context.db, key)
  return { msg: 'Code verified. Choose a new password.' }
}
