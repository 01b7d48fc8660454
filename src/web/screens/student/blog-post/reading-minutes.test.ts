import { expect, test } from 'vitest'
import { getReadingMinutes } from './reading-minutes.ts'

test('tags are not words, and nothing takes less than a minute', () => {
  expect(getReadingMinutes('<p class="a b c">One</p>')).toBe(1)
  expect(getReadingMinutes(`<p>${'word '.repeat(660)}</p>`)).toBe(3)
})
