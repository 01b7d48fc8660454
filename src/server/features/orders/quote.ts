import type { Quote } from '#contract/schemas/orders.ts'
import { toDollars } from '#contract/money.ts'

/** In hundredths of a percent, or in cents. */
export interface CouponTerms {
  kind: 'percent' | 'amount'
  value: number
}

export interface TaxTerms {
  /** In hundredths of a percent. */
  taxRate: number
  taxIncluded: boolean
}

export interface Amounts {
  listCents: number
  discountCents: number
  couponCents: number
  taxCents: number
  totalCents: number
}

const WHOLE = 10_000

/** Each share is rounded half up once, and the total is a sum, so that the parts agree to the cent. */
export function calculateAmounts(
  price: { listCents: number; dueCents: number },
  coupon: CouponTerms | null,
  { taxRate, taxIncluded }: TaxTerms,
): Amounts {
  const { listCents, dueCents } = price
  const couponCents = coupon === null ? 0 : calculateCouponCents(dueCents, coupon)
  const netCents = dueCents - couponCents
  const taxCents = Math.round((netCents * taxRate) / (taxIncluded ? WHOLE + taxRate : WHOLE))
  return {
    listCents,
    discountCents: listCents - dueCents,
    couponCents,
    taxCents,
    totalCents: netCents + (taxIncluded ? 0 : taxCents),
  }
}

const calculateCouponCents = (dueCents: number, { kind, value }: CouponTerms) =>
  kind === 'percent' ? Math.round((dueCents * value) / WHOLE) : Math.min(value, dueCents)

export function toQuote(amounts: Amounts): Quote {
  return {
    list_price: toDollars(amounts.listCents),
    discount: toDollars(amounts.discountCents),
    coupon: toDollars(amounts.couponCents),
    tax: toDollars(amounts.taxCents),
    total: toDollars(amounts.totalCents),
  }
}
