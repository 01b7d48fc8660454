import { expect, test } from 'vitest'
import { formatTimeAgo } from './time-ago.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')

test.each([
  ['2026-11-21T12:00:00.000Z', 'just now'],
  ['2026-11-21T11:59:01.000Z', 'just now'],
  ['2026-11-21T11:59:00.000Z', '1 minute ago'],
  ['2026-11-21T11:00:01.000Z', '59 minutes ago'],
  ['2026-11-21T09:00:00.000Z', '3 hours ago'],
  ['2026-11-20T12:00:00.000Z', 'yesterday'],
  ['2026-11-18T12:00:00.000Z', '3 days ago'],
  ['2026-11-14T12:00:00.000Z', 'last week'],
  ['2026-11-01T12:00:00.000Z', '2 weeks ago'],
  ['2026-10-20T12:00:00.000Z', 'last month'],
  ['2025-11-20T12:00:00.000Z', 'last year'],
  ['2020-11-20T12:00:00.000Z', '6 years ago'],
])('formats %s as “%s”', (instant, words) => {
  expect(formatTimeAgo(instant, NOW)).toBe(words)
})

test('formats a time in the future as “just now”', () => {
  expect(formatTimeAgo('2026-11-21T12:03:00.000Z', NOW)).toBe('just now')
})
