import { expect, test } from 'vitest'
import { formatClock, formatDuration } from './clock.ts'

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [411, '6:51'],
  [3723, '1:02:03'],
  [-1, '0:00'],
])('%d seconds show as %s', (seconds, shown) => {
  expect(formatClock(seconds)).toBe(shown)
})

test.each([
  [24, '24 s'],
  [90, '2 min'],
  [3600, '1 h'],
  [5640, '1 h 34 min'],
])('%d seconds are said as %s', (seconds, said) => {
  expect(formatDuration(seconds)).toBe(said)
})
