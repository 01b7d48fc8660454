import { STRIPE_TEST_PREFIX } from '#server/features/orders/is-test-order.ts'
import type { StripeSettings } from '#server/settings/payment-env.ts'

type Key = Pick<StripeSettings, 'secretKey'>

export const isLive = ({ secretKey }: Key): boolean => secretKey.includes('_live_')

/** Of a checkout from before live keys were set: Stripe does not find it with these, and nobody can pay it. */
export const isTestCheckout = (key: Key, checkoutReference: string | null): boolean =>
  isLive(key) && checkoutReference?.startsWith(STRIPE_TEST_PREFIX) === true
