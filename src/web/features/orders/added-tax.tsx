import type { PaymentSettings } from '#contract/schemas/commerce/payments.ts'

/** Below a price: the tax that the checkout adds to it. */
export function AddedTax({ settings }: { settings: Pick<PaymentSettings, 'tax_included' | 'tax_rate'> }) {
  if (settings.tax_included || settings.tax_rate === 0) return null
  return <p className="mt-1 text-sm text-muted">plus {settings.tax_rate}% tax</p>
}
