/** In dollars, rounded half up to cents as the database does. In whole numbers, because fractions do not add up. */
export function getDiscountedPrice({ price, discount }: { price: number; discount: number }): number {
  const [cents, hundredthsOfPercent] = [Math.round(price * 100), Math.round(discount * 100)]
  return Math.round((cents * (10_000 - hundredthsOfPercent)) / 10_000) / 100
}

/** Whole dollars without decimals, other amounts with two. */
export function formatDollars(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}
