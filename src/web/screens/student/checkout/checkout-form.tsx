import { useState } from 'react'
import type { PaymentProviderName } from '#contract/choices.ts'
import { formatMoney } from '#contract/money.ts'
import type { Checkout } from '#contract/schemas/commerce/orders.ts'
import { PriceLines } from '#web/features/orders/price-lines.tsx'
import { RadioCards } from '#web/features/orders/radio-cards.tsx'
import { REFUND_RULE } from '#web/features/orders/refund-rule.ts'
import { TestModeBanner } from '#web/features/orders/test-mode-banner.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { CheckoutItem } from './checkout-item.tsx'
import { getSubject } from './checkout-subject.ts'
import { CouponField } from './coupon-field.tsx'
import { useCoupon } from './use-coupon.ts'
import { usePay } from './use-pay.ts'

const METHODS: Record<PaymentProviderName, { label: string; hint: string }> = {
  stripe: { label: 'Card or wallet', hint: 'You pay on Stripe’s secure page. We never see your card.' },
  manual: {
    label: 'Bank transfer or cash',
    hint: 'You get a reference and instructions. The course opens when your payment arrives.',
  },
  test: { label: 'Test card', hint: 'A built-in payment page that charges nothing.' },
}

export function CheckoutForm({ checkout }: { checkout: Checkout }) {
  const { settings } = checkout
  const [provider, setProvider] = useState(settings.providers[0])
  const coupon = useCoupon(getSubject(checkout))
  const quote = coupon.applied?.quote ?? checkout.quote
  const pay = usePay({ checkout, coupon, provider, total: quote.total })
  const isFree = quote.total === 0

  return (
    <>
      {provider === 'test' && <TestModeBanner />}
      <section aria-label="Your order" className="card rounded-panel p-5 sm:p-7">
        <CheckoutItem checkout={checkout} />
        <div className="my-6 border-y border-border py-6">
          <CouponField coupon={coupon} />
        </div>
        <PriceLines
          price={quote}
          couponCode={coupon.applied?.code ?? null}
          currency={settings.currency}
          taxRate={settings.tax_rate}
          isTaxIncluded={settings.tax_included}
        />
        {!isFree && (
          <div className="mt-6">
            <PaymentMethod providers={settings.providers} provider={provider} onChange={setProvider} />
          </div>
        )}
        <div aria-live="polite" className="not-empty:mt-6">
          {pay.problem && <Banner variant="error" text={pay.problem} onDismiss={pay.reset} />}
        </div>
        <Button size="lg" aria-disabled={pay.isPending} onClick={pay.start} className="mt-6 w-full">
          {pay.isPending
            ? 'One moment…'
            : getPayLabel(checkout, provider, formatMoney(quote.total, settings.currency), isFree)}
        </Button>
        <p className="mt-4 flex gap-2.5 text-sm text-muted">
          <AnyIcon name="shield" size={18} className="mt-0.5 text-success" />
          {REFUND_RULE}
        </p>
      </section>
    </>
  )
}

function getPayLabel(
  { path }: Checkout,
  provider: PaymentProviderName | undefined,
  total: string,
  isFree: boolean,
): string {
  if (isFree) return path ? 'Get these courses' : 'Get this course'
  return provider === 'manual' ? `Place order for ${total}` : `Pay ${total}`
}

interface PaymentMethodProps {
  providers: readonly PaymentProviderName[]
  provider: PaymentProviderName | undefined
  onChange: (provider: PaymentProviderName) => void
}

function PaymentMethod({ providers, provider, onChange }: PaymentMethodProps) {
  if (provider === undefined) return null
  if (providers.length === 1) {
    return (
      <p className="text-sm">
        <span className="block font-medium">{METHODS[provider].label}</span>
        <span className="block text-muted">{METHODS[provider].hint}</span>
      </p>
    )
  }
  return (
    <RadioCards
      legend="Payment method"
      options={providers.map((value) => ({ value, ...METHODS[value] }))}
      value={provider}
      onChange={onChange}
    />
  )
}
