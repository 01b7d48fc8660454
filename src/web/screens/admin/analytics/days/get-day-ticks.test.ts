import { expect, test } from 'vitest'
import { getDayTicks } from './get-day-ticks.ts'

test('labels every day of a week, and every other day on a phone', () => {
  expect(getDayTicks(7, 900)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(getDayTicks(7, 300)).toEqual([0, 2, 4, 6])
})

test('labels as many days as fit in even steps, always including the last', () => {
  expect(getDayTicks(30, 900)).toEqual([2, 5, 8, 11, 14, 17, 20, 23, 26, 29])
  for (const count of [7, 30, 90, 365]) {
    for (const width of [100, 260, 600, 900, 1_600]) {
      const ticks = getDayTicks(count, width)
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length * 72).toBeLessThanOrEqual(Math.max(width, 144))
      expect(ticks.at(-1)).toBe(count - 1)
      expect(new Set(ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0))).size).toBe(1)
    }
  }
})
