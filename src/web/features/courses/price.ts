/** What a student pays: the price less its discount, in dollars. */
export function getDiscountedPrice({ price, discount }: { price: number; discount: number }): number {
  return Math.round(price * (100 - discount)) / 100
}

/** An amount of dollars with as many decimals as it needs: none or two. */
export function formatDollars(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}
