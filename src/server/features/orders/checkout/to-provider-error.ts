import type { PaymentProviderName } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import { isDatabaseUnavailable } from '#server/platform/db/database-errors.ts'

/** What a call throws when its provider did not answer. */
export function toProviderError(provider: PaymentProviderName, cause: unknown): Error {
  // The test provider's books are in our database, whose error says when to try again.
  if (provider === 'test' && cause instanceof Error && isDatabaseUnavailable(cause)) return cause
  return new AppError('payment_unavailable', { cause })
}
