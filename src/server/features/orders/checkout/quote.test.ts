import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { toCents } from '#contract/money.ts'
import { calculateAmounts, calculateSale, splitCents, toQuote } from './quote.ts'

const cents = fc.integer({ min: 0, max: LIMITS.price * 100 })
const price = fc
  .tuple(cents, fc.integer({ min: 0, max: 10_000 }))
  .map(([listCents, discount]) => ({ listCents, dueCents: Math.round((listCents * (10_000 - discount)) / 10_000) }))
const coupon = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: LIMITS.price * 100 }) }),
  ),
)
const tax = fc.record({ taxRate: fc.integer({ min: 0, max: 10_000 }), taxIncluded: fc.boolean() })

test('parts are whole cents, are never negative, and agree with the total', () => {
  fc.assert(
    fc.property(price, coupon, tax, (price, coupon, tax) => {
      const amounts = calculateAmounts(price, coupon, tax)
      for (const amount of Object.values(amounts)) {
        expect(Number.isInteger(amount)).toBe(true)
        expect(amount).toBeGreaterThanOrEqual(0)
      }
      const { listCents, discountCents, couponCents, taxCents, totalCents } = amounts
      expect(totalCents).toBe(listCents - discountCents - couponCents + (tax.taxIncluded ? 0 : taxCents))
    }),
    { numRuns: 2_000 },
  )
})

test('the dollars of a quote agree to the cent', () => {
  fc.assert(
    fc.property(price, coupon, tax, (price, coupon, tax) => {
      const { list_price, discount, coupon: share, tax: taxed, total } = toQuote(calculateAmounts(price, coupon, tax))
      const sum = list_price - discount - share + (tax.taxIncluded ? 0 : taxed)
      expect(Math.abs(toCents(sum) - toCents(total))).toBe(0)
    }),
    { numRuns: 2_000 },
  )
})

test('a tax is at most half a cent from its exact value', () => {
  fc.assert(
    fc.property(price, tax, (price, { taxRate, taxIncluded }) => {
      const { taxCents } = calculateAmounts(price, null, { taxRate, taxIncluded })
      const exact = taxIncluded
        ? price.dueCents - price.dueCents / (1 + taxRate / 10_000)
        : (price.dueCents * taxRate) / 10_000
      expect(Math.abs(taxCents - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
    }),
  )
})

const INCLUDED = { taxRate: 1900, taxIncluded: true }
const ADDED = { taxRate: 725, taxIncluded: false }

test.each([
  ['no tax', { listCents: 15_300, dueCents: 6_000 }, null, { taxRate: 0, taxIncluded: true }, [9_300, 0, 0, 6_000]],
  ['tax included', { listCents: 11_900, dueCents: 11_900 }, null, INCLUDED, [0, 0, 1_900, 11_900]],
  ['tax added', { listCents: 10_000, dueCents: 10_000 }, null, ADDED, [0, 0, 725, 10_725]],
  [
    'half a cent rounded up',
    { listCents: 1_000, dueCents: 1_000 },
    null,
    { taxRate: 5, taxIncluded: false },
    [0, 0, 1, 1_001],
  ],
  ['a percentage', { listCents: 999, dueCents: 999 }, { kind: 'percent', value: 2_500 }, INCLUDED, [0, 250, 120, 749]],
  ['an amount', { listCents: 999, dueCents: 999 }, { kind: 'amount', value: 500 }, ADDED, [0, 500, 36, 535]],
  ['more than the price', { listCents: 999, dueCents: 999 }, { kind: 'amount', value: 1_000 }, ADDED, [0, 999, 0, 0]],
  ['all of it', { listCents: 999, dueCents: 999 }, { kind: 'percent', value: 10_000 }, INCLUDED, [0, 999, 0, 0]],
] as const)('calculates %s', (_title, price, coupon, tax, [discountCents, couponCents, taxCents, totalCents]) =>
  expect(calculateAmounts(price, coupon, tax)).toEqual({
    listCents: price.listCents,
    ...{ discountCents, couponCents, taxCents, totalCents },
  }),
)

const saleItems = fc
  .array(price, { minLength: 1, maxLength: 12 })
  .map((prices) => prices.map((one, index) => ({ ...one, courseId: index + 1, title: `Course ${index + 1}` })))
const limitedCoupon = fc
  .tuple(coupon, fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }))
  .map(([terms, courseIds]) => terms && { ...terms, courseIds })

test('the items of a sale sum to its amounts to the cent, and none is negative', () => {
  fc.assert(
    fc.property(saleItems, limitedCoupon, tax, (items, coupon, tax) => {
      const { amounts, itemAmounts } = calculateSale(items, coupon, tax)
      expect(itemAmounts).toHaveLength(items.length)
      for (const key of ['listCents', 'discountCents', 'couponCents', 'taxCents', 'totalCents'] as const)
        expect(itemAmounts.reduce((total, item) => total + item[key], 0)).toBe(amounts[key])
      itemAmounts.forEach((item, index) => {
        for (const amount of Object.values(item)) expect(amount).toBeGreaterThanOrEqual(0)
        expect(item.couponCents).toBeLessThanOrEqual(items[index]?.dueCents ?? 0)
        if (coupon && coupon.courseIds.length > 0 && !coupon.courseIds.includes(index + 1))
          expect(item.couponCents).toBe(0)
      })
    }),
    { numRuns: 2_000 },
  )
})

test('a sale of one course has the amounts of the course', () => {
  fc.assert(
    fc.property(price, coupon, tax, (price, coupon, tax) => {
      const { amounts, itemAmounts } = calculateSale(
        [{ ...price, courseId: 1, title: 'Course' }],
        coupon && { ...coupon, courseIds: [] },
        tax,
      )
      expect(amounts).toEqual(calculateAmounts(price, coupon, tax))
      expect(itemAmounts).toEqual([amounts])
    }),
  )
})

test('splits an amount to the cent, in proportion to the weights', () => {
  const weights = fc.array(cents, { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(cents, weights, (amount, weights) => {
      const shares = splitCents(amount, weights)
      const all = weights.reduce((total, weight) => total + weight, 0)
      expect(shares.reduce((total, share) => total + share, 0)).toBe(amount)
      shares.forEach((share, index) => {
        const exact = all === 0 ? amount / weights.length : (amount * (weights[index] ?? 0)) / all
        expect(Math.abs(share - exact)).toBeLessThan(1)
      })
    }),
    { numRuns: 2_000 },
  )
  expect(splitCents(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(splitCents(0, [])).toEqual([])
})
