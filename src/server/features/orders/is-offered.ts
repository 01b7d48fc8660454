import type { PaymentProviderName } from '#contract/choices.ts'
import type { Payments } from '#server/platform/payments/provider.ts'

type Providers = Pick<Payments, 'providers'>

/** Whether new orders can be paid this way. */
export const isOffered = ({ providers }: Providers, name: PaymentProviderName | null): boolean =>
  providers.some((provider) => provider.name === name)

/** Test orders from before the site went live can only be replaced. */
export const canResume = (payments: Providers, open: { provider: PaymentProviderName | null }): boolean =>
  open.provider !== 'test' || isOffered(payments, 'test')
