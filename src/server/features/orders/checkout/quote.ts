import type { Quote } from '#contract/schemas/commerce/orders.ts'
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

/** Each part is rounded half up once, and the total is a sum, so that the parts agree to the cent. */
export function calculateAmounts(
  { listCents, dueCents }: { listCents: number; dueCents: number },
  coupon: CouponTerms | null,
  tax: TaxTerms,
): Amounts {
  const couponCents = coupon === null ? 0 : calculateCouponCents(dueCents, coupon)
  const discountCents = listCents - dueCents
  return withTotal(
    { listCents, discountCents, couponCents, taxCents: calculateTaxCents(dueCents - couponCents, tax) },
    tax,
  )
}

export interface SaleItem {
  courseId: number
  title: string
  listCents: number
  dueCents: number
}

/**
 * The amounts of an order and of each of its items, which sum to them. A coupon that is limited to courses applies to
 * their part of the price.
 */
export function calculateSale(
  items: readonly SaleItem[],
  coupon: (CouponTerms & { courseIds: readonly number[] }) | null,
  tax: TaxTerms,
): { amounts: Amounts; itemAmounts: Amounts[] } {
  const couponBases = items.map(({ courseId, dueCents }) => (isCouponFor(coupon, courseId) ? dueCents : 0))
  const couponCents = coupon === null ? 0 : calculateCouponCents(sumCents(couponBases), coupon)
  const couponShares = splitCents(couponCents, couponBases)
  const netShares = items.map(({ dueCents }, index) => dueCents - (couponShares[index] ?? 0))
  const taxCents = calculateTaxCents(sumCents(netShares), tax)
  const taxShares = splitCents(taxCents, netShares)
  const itemAmounts = items.map(({ listCents, dueCents }, index) => {
    const [couponShare = 0, taxShare = 0] = [couponShares[index], taxShares[index]]
    return withTotal(
      { listCents, discountCents: listCents - dueCents, couponCents: couponShare, taxCents: taxShare },
      tax,
    )
  })
  const listCents = sumCents(items.map((item) => item.listCents))
  const discountCents = listCents - sumCents(items.map((item) => item.dueCents))
  return { amounts: withTotal({ listCents, discountCents, couponCents, taxCents }, tax), itemAmounts }
}

/** Splits an amount in proportion to the weights, to the cent: what rounding leaves goes to the largest fractions. */
export function splitCents(amount: number, weights: readonly number[]): number[] {
  const all = sumCents(weights)
  const usedWeights = all === 0 ? weights.map(() => 1) : weights
  const divisor = all === 0 ? Math.max(1, weights.length) : all
  // As integers: an amount times a weight is larger than what a number holds exactly.
  const exact = usedWeights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = exact.map((value) => Number(value / BigInt(divisor)))
  const rests = exact.map((value, index) => ({ index, rest: value % BigInt(divisor) }))
  const left = amount - sumCents(shares)
  rests.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1))
  for (const { index } of rests.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

export const isCouponFor = (coupon: { courseIds: readonly number[] } | null, courseId: number): boolean =>
  coupon !== null && (coupon.courseIds.length === 0 || coupon.courseIds.includes(courseId))

export const sumCents = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

export const calculateCouponCents = (dueCents: number, { kind, value }: CouponTerms) =>
  kind === 'percent' ? Math.round((dueCents * value) / WHOLE) : Math.min(value, dueCents)

const calculateTaxCents = (netCents: number, { taxRate, taxIncluded }: TaxTerms) =>
  Math.round((netCents * taxRate) / (taxIncluded ? WHOLE + taxRate : WHOLE))

function withTotal(parts: Omit<Amounts, 'totalCents'>, { taxIncluded }: TaxTerms): Amounts {
  const { listCents, discountCents, couponCents, taxCents } = parts
  return { ...parts, totalCents: listCents - discountCents - couponCents + (taxIncluded ? 0 : taxCents) }
}

export function toQuote(amounts: Amounts): Quote {
  return {
    list_price: toDollars(amounts.listCents),
    discount: toDollars(amounts.discountCents),
    coupon: toDollars(amounts.couponCents),
    tax: toDollars(amounts.taxCents),
    total: toDollars(amounts.totalCents),
  }
}
