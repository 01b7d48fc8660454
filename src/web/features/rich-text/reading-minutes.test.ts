import { expect, test } from 'vitest'
import { getReadingMinutes } from './reading-minutes.ts'

test('counts words without tags and rounds up to at least a minute', () => {
  expect(getReadingMinutes('<p class="a b c">One</p>')).toBe(1)
  expect(getReadingMinutes(`<p>${'word '.repeat(660)}</p>`)).toBe(3)
})
