import { AppError } from '#contract/errors.ts'
import { isCommonPassword, isLeakedPassword } from '#server/platform/passwords/common-passwords.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'

/** Says what is wrong with a password that is guessed first: a common or leaked one, or the email of the account. */
export async function findPasswordProblem(password: string, email: string): Promise<string | undefined> {
  const guess = password.trim().toLowerCase()
  if (guess === email || guess === email.slice(0, email.lastIndexOf('@'))) return 'Your password can’t be your email'
  if (isCommonPassword(password) || (await isLeakedPassword(password))) return 'This password is too common'
  return undefined
}

/** Throws `invalid_input` for a password that is guessed first. */
export async function requireStrongPassword(password: string, email: string): Promise<void> {
  const problem = await findPasswordProblem(password, email)
  if (problem) throw new AppError('invalid_input', { text: problem })
}

export async function hashNewPassword(password: string, email: string): Promise<string> {
  await requireStrongPassword(password, email)
  return hashPassword(password)
}
