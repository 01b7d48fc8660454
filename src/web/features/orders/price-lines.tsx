import { formatMoney } from '#contract/money.ts'
import type { Order, Quote } from '#contract/schemas/commerce/orders.ts'

interface PriceLinesProps {
  price: Quote
  couponCode: string | null
  currency: string
  /** In percent. */
  taxRate: number
  isTaxIncluded: boolean
  refunded?: number
}

/** From the list price to the total, as on a receipt. */
export function PriceLines({ price, couponCode, currency, taxRate, isTaxIncluded, refunded = 0 }: PriceLinesProps) {
  const format = (amount: number) => formatMoney(amount, currency)
  const hasReduction = price.discount > 0 || price.coupon > 0
  return (
    <dl className="space-y-2 text-sm">
      {(hasReduction || !isTaxIncluded) && <PriceLine label="Price" value={format(price.list_price)} />}
      {price.discount > 0 && <PriceLine label="Discount" value={format(-price.discount)} isReduction />}
      {price.coupon > 0 && (
        <PriceLine
          label={couponCode === null ? 'Coupon' : `Coupon ${couponCode}`}
          value={format(-price.coupon)}
          isReduction
        />
      )}
      {!isTaxIncluded && taxRate > 0 && <PriceLine label={`Tax (${taxRate}%)`} value={format(price.tax)} />}
      <div className="flex items-baseline justify-between gap-4 border-t border-border pt-3 font-semibold first:border-t-0 first:pt-0">
        <dt className="text-base">Total</dt>
        <dd className="font-display text-2xl tabular-nums">{format(price.total)}</dd>
      </div>
      {isTaxIncluded && price.tax > 0 && <PriceLine label={`Includes ${taxRate}% tax`} value={format(price.tax)} />}
      {refunded > 0 && <PriceLine label="Refunded" value={format(-refunded)} />}
    </dl>
  )
}

/** The price lines of an order, as they were when it was made. */
export const OrderPriceLines = ({ order }: { order: Order }) => (
  <PriceLines
    price={order}
    couponCode={order.coupon_code}
    currency={order.currency}
    taxRate={order.tax_rate}
    isTaxIncluded={order.tax_included}
    refunded={order.refunded}
  />
)

function PriceLine({ label, value, isReduction = false }: { label: string; value: string; isReduction?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 text-muted">
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd className={`tabular-nums ${isReduction ? 'text-success' : ''}`}>{value}</dd>
    </div>
  )
}
