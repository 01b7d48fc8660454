import type { PaymentProviderName } from '#contract/choices.ts'
import type { Payments } from '#server/platform/payments/provider.ts'

type Providers = Pick<Payments, 'providers'>

/** Whether new orders can be paid this way. */
export const isOffered = ({ providers }: Providers, name: PaymentProviderName | null): boolean =>
  providers.some((provider) => provider.name === name)

interface OpenOrder {
  provider: PaymentProviderName | null
  checkoutReference: string | null
}

/** Test orders from before the site went live can only be replaced. */
export function canResume({ providers }: Providers, { provider: name, checkoutReference }: OpenOrder): boolean {
  const provider = providers.find((offered) => offered.name === name)
  return provider ? !provider.isTestCheckout?.(checkoutReference) : name !== 'test'
}
