import type { Handler } from '#server/pipeline/handler.ts'
import { giveTryBack, tryCode } from './reset-code.ts'

export const verifyCode: Handler<'verifyCode'> = async ({ db }, { email, code }) => {
  const codeHash = await tryCode(db, email, code)
  await giveTryBack(db, email, codeHash)
  return { msg: 'The code is right. Choose a new password' }
}
