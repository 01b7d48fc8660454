import type { PaymentProviderName } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import type { PaymentEnv } from '#server/settings/payment-env.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { PaymentProvider, Payments } from '#server/platform/payments/provider.ts'
import { manualProvider } from './manual-provider.ts'
import { createStripeProvider } from './stripe/stripe-provider.ts'
import { createTestProvider } from './test-provider.ts'

/** Where `PAYMENTS` is not set, the demo academy decides. */
export const getProviderNames = ({ providers }: PaymentEnv, hasDemo: boolean): readonly PaymentProviderName[] =>
  providers ?? [hasDemo ? 'test' : 'manual']

export function createPayments({ payments: env }: { payments: PaymentEnv }, db: Db, hasDemo: boolean): Payments {
  const create: Record<PaymentProviderName, () => PaymentProvider> = {
    test: () => createTestProvider(db),
    manual: () => manualProvider,
    stripe: () => {
      if (!env.stripe) throw new Error('STRIPE_SECRET_KEY is not set')
      return createStripeProvider(env.stripe, db)
    },
  }
  const providers = getProviderNames(env, hasDemo).map((name) => create[name]())
  const { currency, taxRate, taxIncluded, seller, instructions } = env
  return {
    providers,
    getProvider(name) {
      const offered = providers.find((candidate) => candidate.name === name)
      if (offered) return offered
      // These need no service, so their orders can be cancelled and refunded also when they are no longer offered.
      if (name === 'manual' || name === 'test') return create[name]()
      throw new AppError('not_configured')
    },
    ...{ currency, taxRate, taxIncluded, seller, instructions },
  }
}
