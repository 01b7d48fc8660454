/** Money is counted in whole cents, because floating-point numbers do not add up. The wire has dollars. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

export function toDollars(cents: number): number {
  return cents / 100
}

const formats = new Map<string, Intl.NumberFormat>()

/** For text that spec.md does not fix, such as `$1,234.50`. */
export function formatMoney(dollars: number, currency: string): string {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency })
  formats.set(currency, format)
  return format.format(dollars)
}
