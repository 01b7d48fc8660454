import { expect, test } from 'vitest'
import { getSearchText, toSearchText } from './search-text.ts'

test.each([
  ['keeps 100 characters', 'x'.repeat(100), 'x'.repeat(100)],
  ['cuts the rest', 'x'.repeat(101), 'x'.repeat(100)],
  ['drops a character that does not fit as a whole', `${'x'.repeat(99)}💡`, 'x'.repeat(99)],
  ['keeps one that fits', `${'x'.repeat(98)}💡`, `${'x'.repeat(98)}💡`],
  ['trims and drops control characters', ' a\tb\n', 'a b'],
])('%s', (_name, text, expected) => {
  expect(toSearchText(text)).toBe(expected)
  expect(getSearchText(new URLSearchParams({ search: text }))).toBe(expected)
})
