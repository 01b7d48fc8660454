import type { OrderRow } from './order-row.ts'

/** Of the ids of Checkout Sessions that are made with Stripe's test keys. */
export const STRIPE_TEST_PREFIX = 'cs_test_'

/** Nobody was charged: an order of the built-in test service, or of Stripe's test keys. */
export const isTestOrder = ({
  provider,
  checkoutReference,
}: Pick<OrderRow, 'provider' | 'checkoutReference'>): boolean =>
  provider === 'test' || checkoutReference?.startsWith(STRIPE_TEST_PREFIX) === true
