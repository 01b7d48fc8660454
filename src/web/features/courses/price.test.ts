import { expect, test } from 'vitest'
import { formatDollars, getDiscountedPrice } from './price.ts'

test.each([
  [80, 25, 60],
  [150, 20, 120],
  [45, 0, 45],
  [0, 50, 0],
  [19.99, 10, 17.99],
  [100, 100, 0],
])('a price of %d with %d %% off is %d', (price, discount, due) => {
  expect(getDiscountedPrice({ price, discount })).toBe(due)
})

test.each([
  [60, '60'],
  [17.9, '17.90'],
  [0, '0'],
])('%d dollars are written %s', (amount, written) => {
  expect(formatDollars(amount)).toBe(written)
})
