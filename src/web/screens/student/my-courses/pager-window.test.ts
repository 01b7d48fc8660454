import { expect, test } from 'vitest'
import { getPagerWindow } from './pager-window.ts'

test.each([
  [1, 1, [1], null, null],
  [1, 5, [1, 2, 3, 4, 5], null, null],
  [3, 7, [1, 2, 3, 4, 5], null, 6],
  [5, 12, [1, 2, 3, 4, 5], null, 6],
  [6, 12, [6, 7, 8, 9, 10], 5, 11],
  [11, 12, [11, 12], 10, null],
  [1, 0, [], null, null],
])('shows for page %d of %d the numbers %j', (current, count, pages, before, after) => {
  expect(getPagerWindow(current, count)).toEqual({ pages, before, after })
})
