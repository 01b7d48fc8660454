import { expect, test } from 'vitest'
import { formatClock, formatDuration } from './clock.ts'

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [411, '6:51'],
  [3723, '1:02:03'],
  [-1, '0:00'],
])('formats %d seconds on the clock as %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text)
})

test.each([
  [24, '24 s'],
  [90, '2 min'],
  [3600, '1 h'],
  [5640, '1 h 34 min'],
])('formats a duration of %d seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
