import type { PaymentProviderName } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import { isDatabaseUnavailable, isOutOfResources } from '#server/platform/db/database-errors.ts'

/** What a call throws when its provider did not answer, or refused. */
export function toProviderError(provider: PaymentProviderName, cause: unknown): Error {
  // The test provider's books are in our database, whose error says when to try again.
  const isOurs = isDatabaseUnavailable(cause) || isOutOfResources(cause)
  if (provider === 'test' && isOurs && cause instanceof Error) return cause
  if (cause instanceof AppError) return cause
  return new AppError('payment_unavailable', { cause })
}
