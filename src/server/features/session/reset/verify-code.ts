import type { Handler } from '#server/pipeline/handler.ts'
import { refundAttempt, verifyResetCode } from './reset-code.ts'

export const verifyCode: Handler<'verifyCode'> = async ({ db }, { email, code }) => {
  const codeHash = await verifyResetCode(db, email, code)
  await refundAttempt(db, email, codeHash)
  return { msg: 'Code verified. Choose a new password.' }
}
