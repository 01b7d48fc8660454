import { AppError } from '#contract/errors.ts'
import { SECOND_STEPS, type SecondStep } from '#contract/schemas/accounts/account-security.ts'

const isSecondStep = (value: unknown): value is SecondStep => SECOND_STEPS.some((step) => step === value)

/** What can finish a login, when the server asks for more than the password; otherwise null. */
export function getSecondSteps(error: Error | null): SecondStep[] | null {
  if (!(error instanceof AppError) || error.code !== 'second_factor_needed') return null
  const { steps } = (error.fields ?? {}) as { steps?: unknown }
  return Array.isArray(steps) ? steps.filter(isSecondStep) : null
}

/** @param text of a URL, so anything */
export const parseSecondSteps = (text: string | null): SecondStep[] => text?.split(',').filter(isSecondStep) ?? []
