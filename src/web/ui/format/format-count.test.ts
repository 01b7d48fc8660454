import { expect, test } from 'vitest'
import { formatCount } from './format-count.ts'

test.each([
  [0, '0 users'],
  [1, '1 user'],
  [2, '2 users'],
  [1_234_567, '1,234,567 users'],
])('counts %i as “%s”', (count, text) => {
  expect(formatCount(count, 'user')).toBe(text)
})
