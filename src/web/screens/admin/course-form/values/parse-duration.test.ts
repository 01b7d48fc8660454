import { expect, test } from 'vitest'
import { parseDuration } from './parse-duration.ts'

test.each([
  ['', null],
  ['  ', null],
  ['0:07', 7],
  ['4:05', 245],
  [' 12:00 ', 720],
  ['90:00', 5400],
  ['1:02:03', 3723],
  ['4', Number.NaN],
  ['4:5', Number.NaN],
  ['4:60', Number.NaN],
  ['1:60:00', Number.NaN],
  ['four', Number.NaN],
])('parses “%s” as %s seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})
