import type { PaymentProviderName } from '#contract/choices.ts'
import { type Env, isLoopback } from '#server/env.ts'
import { DEFAULT_INSTRUCTIONS } from '#server/settings/payment-env.ts'
import type { Warnings } from '#server/platform/warnings.ts'

/** Payment settings that work, and with which no money arrives. */
export function warnAboutPayments(
  { publicUrl, isProduction, payments: { stripe, instructions } }: Env,
  providers: readonly PaymentProviderName[],
  warnings: Warnings,
): void {
  if (providers.length === 0)
    warnings.set(
      'payments_off',
      'Prices are shown but not charged, because of PAYMENTS=off. Every course opens for free.',
    )
  if (providers.includes('test') && !isLoopback(publicUrl))
    warnings.set(
      'payments_test',
      'PAYMENTS=test sells courses without charging anyone. Set PAYMENTS to manual or stripe.',
    )
  if (providers.includes('manual') && instructions === DEFAULT_INSTRUCTIONS && !isLoopback(publicUrl))
    warnings.set(
      'payment_instructions',
      'Students who order a course wait for an email on how to pay, which you must write yourself. Set PAYMENT_INSTRUCTIONS to say how to pay.',
    )
  if (stripe?.secretKey.includes('_test_') && (isProduction || !isLoopback(publicUrl)))
    warnings.set('stripe_test_key', 'STRIPE_SECRET_KEY is a test key, so nobody is charged. Set the live key.')
}
