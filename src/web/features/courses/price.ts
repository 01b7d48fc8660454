/** In dollars, rounded to cents. */
export function getDiscountedPrice({ price, discount }: { price: number; discount: number }): number {
  return Math.round(price * (100 - discount)) / 100
}

/** Whole dollars without decimals, other amounts with two. */
export function formatDollars(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}
