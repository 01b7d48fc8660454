import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, toCents, toDollars } from './money.ts'

test('converts every amount of cents to dollars and back', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => toCents(toDollars(cents)) === cents))
})

test.each([
  [19.99, 1999],
  [1.15, 115],
  [0.29, 29],
  [100_000, 10_000_000],
])('converts %d dollars to %d cents', (dollars, cents) => expect(toCents(dollars)).toBe(cents))

test.each([
  [1234.5, 'USD', '$1,234.50'],
  [0, 'EUR', '€0.00'],
  [60, 'CHF', 'CHF\u00A060.00'],
])('formats %d in %s', (dollars, currency, text) => expect(formatMoney(dollars, currency)).toBe(text))
