/** In dollars, rounded to cents, half up, as the server charges it. Whole numbers, because 1.15 * 50 is less than 57.5. */
export function getDiscountedPrice({ price, discount }: { price: number; discount: number }): number {
  const cents = Math.round(price * 100)
  return Math.round((cents * (10_000 - Math.round(discount * 100))) / 10_000) / 100
}

/** Whole dollars without decimals, other amounts with two. */
export function formatDollars(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}
