import { expect, test } from 'vitest'
import { findCueIndex, splitByMatch } from './find-cue.ts'

const CUES = [
  { from: 2, to: 4, text: 'One' },
  { from: 4, to: 6, text: 'Two' },
  { from: 10, to: 12, text: 'Three' },
]

test.each([
  [0, -1],
  [2, 0],
  [3.9, 0],
  [4, 1],
  [8, 1],
  [10, 2],
  [99, 2],
])('finds at %s seconds the cue with the index %s', (time, index) => {
  expect(findCueIndex(CUES, time)).toBe(index)
})

test('finds no cue without any', () => {
  expect(findCueIndex([], 5)).toBe(-1)
})

test.each([
  ['A join joins', 'JOIN', ['A ', 'join', ' ', 'join', 's']],
  ['Price (net)', '(net)', ['Price ', '(net)', '']],
  ['a+b', '+', ['a', '+', 'b']],
  ['Größe', 'größe', ['', 'Größe', '']],
  ['Text', '', ['Text']],
])('splits %j by %j', (text, search, parts) => {
  expect(splitByMatch(text, search)).toEqual(parts)
})
