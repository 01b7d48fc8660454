import { expect, test } from 'vitest'
import { formatDollars, getDiscountedPrice } from './price.ts'

test.each([
  [80, 25, 60],
  [150, 20, 120],
  [45, 0, 45],
  [0, 50, 0],
  [19.99, 10, 17.99],
  [100, 100, 0],
  [0.29, 50, 0.15],
  [1.15, 10, 1.04],
  [8.35, 33.33, 5.57],
  [100_000, 0.01, 99_990],
  [1.15, 50, 0.58],
  [99.99, 12.5, 87.49],
])('discounts a price of %d by %d%% to %d', (price, discount, discountedPrice) => {
  expect(getDiscountedPrice({ price, discount })).toBe(discountedPrice)
})

test.each([
  [60, '60'],
  [17.9, '17.90'],
  [0, '0'],
])('formats %d dollars as %s', (amount, text) => {
  expect(formatDollars(amount)).toBe(text)
})
