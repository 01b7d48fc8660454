import { expect, test } from 'vitest'
import { countTooMany } from './connection-share.ts'

test.each([
  { all: [47, 3], tooMany: [18, 0] },
  { all: [29, 21], tooMany: [0, 0] },
  { all: [60, 20, 10], tooMany: [26, 0, 0] },
  { all: [2, 0], tooMany: [0, 0] },
  { all: [4, 0], tooMany: [0, 0] },
  { all: [5, 0], tooMany: [1, 0] },
  { all: [0, 0], tooMany: [0, 0] },
  { all: [1_000], tooMany: [0] },
])('processes with $all connections have $tooMany too many', ({ all, tooMany }) => {
  expect(all.map((own) => countTooMany(own, all))).toEqual(tooMany)
})
