import { expect, test } from 'vitest'
import { mayHaveTypos, parseWords, toTypoPatterns } from './search-words.ts'

/** As `ilike` matches. */
const matches = (pattern: string, text: string) =>
  new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'iu').test(text)
const finds = (word: string, text: string) => toTypoPatterns(word).some((pattern) => matches(pattern, text))

test.each([
  ['lamp oil', ['lamp', 'oil']],
  ['  lamp \u3000 lamp ', ['lamp']],
  ['', []],
  ['   ', []],
])('parseWords(%j) returns %j', (text, words) => {
  expect(parseWords(text)).toEqual(words)
})

test.each([
  'javascript',
  'javscript',
  'javvascript',
  'jaavscript',
  'javaxcript',
  'xavascript',
  'javascrip',
  'JavaScritp',
])('finds “JavaScript” by %s', (word) => {
  expect(finds(word, 'Modern JavaScript, drawn')).toBe(true)
})

test.each(['jvscript', 'jaxaxcript', 'javascr1pt', 'scriptjava'])('does not find “JavaScript” by %s', (word) => {
  expect(finds(word, 'Modern JavaScript, drawn')).toBe(false)
})

test.each(['', 'git', '2024', 'a@b.example', '100%', 'x'.repeat(21)])('takes %j as it is', (word) => {
  expect(toTypoPatterns(word)).toHaveLength(1)
  expect(mayHaveTypos([word])).toBe(false)
})

test('bounds the number of patterns', () => {
  expect(toTypoPatterns('x'.repeat(20)).length).toBeLessThanOrEqual(81)
  expect(mayHaveTypos(['alpha', 'bravo', 'charlie', 'delta', 'echo'])).toBe(true)
  expect(mayHaveTypos(['alpha', 'bravo', 'charlie', 'delta', 'echoes', 'foxtrot'])).toBe(false)
})
