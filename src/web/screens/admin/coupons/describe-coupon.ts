import { formatMoney } from '#contract/money.ts'
import type { Coupon } from '#contract/schemas/commerce/coupons.ts'

export const formatReduction = ({ kind, value }: Pick<Coupon, 'kind' | 'value'>, currency: string): string =>
  kind === 'percent' ? `${value}%` : formatMoney(value, currency)

export function describeDates({ starts, ends }: Coupon, formatDay: (instant: string) => string): string {
  if (starts === null) return ends === null ? 'Without an end' : `Until ${formatDay(ends)}`
  return ends === null ? `From ${formatDay(starts)}` : `${formatDay(starts)} – ${formatDay(ends)}`
}

export function describeUses({ used, max_uses, max_per_student }: Coupon): string {
  const total = max_uses === null ? `${used} used` : `${used} of ${max_uses} used`
  return max_per_student === null ? total : `${total}, ${max_per_student} per student`
}
