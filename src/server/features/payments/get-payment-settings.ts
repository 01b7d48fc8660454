import type { PaymentSettings } from '#contract/schemas/commerce/payments.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Payments } from '#server/platform/payments/provider.ts'

export const getPaymentSettings: Handler<'getPaymentSettings'> = async ({ payments }) => ({
  msg: toPaymentSettings(payments),
})

export function toPaymentSettings({ providers, currency, taxRate, taxIncluded }: Payments): PaymentSettings {
  return {
    providers: providers.map(({ name }) => name),
    currency,
    tax_rate: taxRate / 100,
    tax_included: taxIncluded,
  }
}
