import type { PaymentProviderName } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import type { PaymentEnv } from '#server/payment-env.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { PaymentProvider, Payments } from '#server/platform/payments/provider.ts'
import { manualProvider } from './manual-provider.ts'
import { createTestProvider } from './test-provider.ts'

/** @param hasDemo whether the demo academy is on, which decides where `PAYMENTS` is not set */
export function createPayments({ payments: env }: { payments: PaymentEnv }, db: Db, hasDemo: boolean): Payments {
  const create: Record<PaymentProviderName, () => PaymentProvider> = {
    test: () => createTestProvider(db),
    manual: () => manualProvider,
    stripe: () => {
      throw new Error('Not built yet') // TO BE REPLACED by createStripeProvider(env.stripe)
    },
  }
  const providers = (env.providers ?? [hasDemo ? 'test' : 'manual']).map((name) => create[name]())
  const { currency, taxRate, taxIncluded, seller, instructions } = env
  return {
    providers,
    getProvider(name) {
      const offered = providers.find((candidate) => candidate.name === name)
      // It needs no service, so its orders can be paid, cancelled and refunded also when it is no longer offered.
      const provider = offered ?? (name === 'manual' ? manualProvider : undefined)
      if (!provider) throw new AppError('not_configured')
      return provider
    },
    ...{ currency, taxRate, taxIncluded, seller, instructions },
  }
}
