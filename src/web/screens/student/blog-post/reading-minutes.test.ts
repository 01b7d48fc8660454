import { expect, test } from 'vitest'
import { readingMinutes } from './reading-minutes.ts'

test('tags are not words, and nothing takes less than a minute', () => {
  expect(readingMinutes('<p class="a b c">One</p>')).toBe(1)
  expect(readingMinutes(`<p>${'word '.repeat(660)}</p>`)).toBe(3)
})
