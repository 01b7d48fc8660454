import type { StripeSettings } from '#server/settings/payment-env.ts'

type Key = Pick<StripeSettings, 'secretKey'>

export const isLive = ({ secretKey }: Key): boolean => secretKey.includes('_live_')

/** Of a checkout from before the keys were changed from test to live, or back: Stripe does not find it with these. */
export const isOfOtherMode = (key: Key, checkoutReference: string | null): boolean =>
  checkoutReference?.startsWith(isLive(key) ? 'cs_test_' : 'cs_live_') ?? false
