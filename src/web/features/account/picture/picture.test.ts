import { expect, test } from 'vitest'
import { getCropSide } from './picture.ts'

test.each([
  [250, 250],
  [1000, 1000],
  [3024, 1000],
])('a square of %i pixels is sent with %i', (width, side) => {
  expect(getCropSide({ x: 0, y: 0, width, height: width })).toBe(side)
})
