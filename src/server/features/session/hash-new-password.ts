import { AppError } from '#contract/errors.ts'
import { isCommonPassword, isLeakedPassword } from '#server/platform/passwords/common-passwords.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'

/** Throws `invalid_input` for a password that is guessed first: a common one, or the email of the account. */
export async function requireStrongPassword(password: string, email: string): Promise<void> {
  const guess = password.trim().toLowerCase()
  if (guess === email || guess === email.slice(0, email.lastIndexOf('@')))
    throw new AppError('invalid_input', { text: 'Your password can’t be your email' })
  if (isCommonPassword(password) || (await isLeakedPassword(password)))
    throw new AppError('invalid_input', { text: 'This password is too common' })
}

export async function hashNewPassword(password: string, email: string): Promise<string> {
  await requireStrongPassword(password, email)
  return hashPassword(password)
}
