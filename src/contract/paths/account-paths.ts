import { paths } from '#contract/paths.ts'

// Apart from paths.ts, which every page loads.

export function forgotPasswordPath(token: string): string {
  return `${paths.forgotPassword}?token=${token}`
}

/** @param token from the link to the form that asks for a code, for asking again */
export function verifyCodePath(email: string, token?: string): string {
  return `${paths.verifyCode}?email=${encodeURIComponent(email)}${token === undefined ? '' : `&token=${encodeURIComponent(token)}`}`
}

export function confirmPasswordPath(email: string, code: string): string {
  return `${paths.confirmPassword}?email=${encodeURIComponent(email)}&code=${encodeURIComponent(code)}`
}

export function confirmEmailPath(token: string): string {
  return `${paths.confirmEmail}?token=${token}`
}

/** The same page, for the email that the account has. */
export function verifyEmailPath(token: string): string {
  return `${confirmEmailPath(token)}&own=1`
}

/** @param steps what can finish the login */
export function loginStepPath(steps: readonly string[], next: string | null): string {
  const path = `${paths.loginStep}?steps=${steps.join()}`
  return next === null ? path : `${path}&next=${encodeURIComponent(next)}`
}
