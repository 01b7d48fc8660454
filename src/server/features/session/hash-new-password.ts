import { AppError } from '#contract/errors.ts'
import { isCommonPassword } from '#server/platform/passwords/common-passwords.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'

/** Throws `invalid_input` for a common password. */
export async function hashNewPassword(password: string): Promise<string> {
  if (isCommonPassword(password)) {
    throw new AppError('invalid_input', { text: 'This password is too common' })
  }
  return hashPassword(password)
}
