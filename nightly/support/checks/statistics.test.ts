import { expect, test } from 'vitest'
import { getBestGuess, getChiSquare, getPercentile, getSlope } from './statistics.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

test('getPercentile takes the value that this share of all stays below', () => {
  expect(getPercentile(numbers(1, 101), 0.99)).toBe(99)
  expect(getPercentile([3, 1, 2], 0.5)).toBe(2)
})

test('getBestGuess is 1 for values that a threshold separates, on either side', () => {
  expect(getBestGuess(numbers(0, 10), numbers(10, 20))).toBe(1)
  expect(getBestGuess(numbers(10, 20), numbers(0, 10))).toBe(1)
})

test('getBestGuess is near a half for values of one kind', () => {
  const even = numbers(0, 100).filter((n) => n % 2 === 0)
  const odd = numbers(0, 100).filter((n) => n % 2 === 1)
  expect(getBestGuess(even, odd)).toBeLessThanOrEqual(0.52)
})

test('getChiSquare is 0 for equal counts and large for one that stands out', () => {
  expect(getChiSquare([10, 10, 10])).toBe(0)
  expect(getChiSquare([30, 0, 0])).toBe(60)
})

test('getSlope fits a line', () => {
  expect(getSlope([0, 1, 2, 3].map((x) => ({ x, y: 5 + 2 * x })))).toBeCloseTo(2)
  expect(getSlope([0, 1, 2, 3].map((x) => ({ x, y: 7 })))).toBe(0)
})
