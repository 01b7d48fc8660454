import { expect, it } from 'vitest'
import { formatCompletion, formatLessonTime } from './certificate-text.ts'

it.each([
  [0, null],
  [29, null],
  [60, '1 minute'],
  [3_600, '1 hour'],
  [8_100, '2 hours 15 minutes'],
  [3_660, '1 hour 1 minute'],
])('says %d seconds as %s', (seconds, text) => {
  expect(formatLessonTime(seconds)).toBe(text)
})

it('says when the course was completed, in UTC, and leaves out an unknown duration', () => {
  const finished_date = '2026-03-04T23:30:00.000Z'
  expect(formatCompletion({ finished_date, duration: 0 })).toBe('Completed on 4 March 2026')
  expect(formatCompletion({ finished_date, duration: 600 })).toBe('Completed on 4 March 2026 · 10 minutes of lessons')
})
