import { expect, it } from 'vitest'
import { getTextColors } from './certificate-colors.ts'

it.each(['#ffffff', '#faf7f1', '#bfe3d0'])('writes dark text on %s', (background) => {
  expect(getTextColors(background)?.ink).toBe('#1a2136')
})

it.each(['#000000', '#1a2440', '#5b1020'])('writes white text on %s', (background) => {
  expect(getTextColors(background)?.ink).toBe('#ffffff')
})

it.each(['#808080', '#ff5500', '#777799'])('has no readable text on %s', (background) => {
  expect(getTextColors(background)).toBeNull()
})
