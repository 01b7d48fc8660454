import { expect, test } from 'vitest'
import { FrameRateLimiter } from './frame-rate-limiter.ts'

const paces = (times: number[]) => {
  const rate = new FrameRateLimiter()
  return times.map((at) => rate.countFrame(at))
}

test('20 frames in 10 seconds are fine, the next is too fast, and 10 seconds later all is well', () => {
  const taken = paces([...Array.from({ length: 21 }, () => 0), 10_001])
  expect(taken.slice(0, 20).every((pace) => pace === 'fine')).toBe(true)
  expect(taken.slice(20)).toEqual(['too fast', 'fine'])
})

test('more than 40 in 10 seconds, or 100 in a minute, is a flood', () => {
  expect(paces(Array.from({ length: 41 }, () => 0)).at(-1)).toBe('flood')
  expect(paces(Array.from({ length: 101 }, (_, n) => n * 590)).at(-1)).toBe('flood')
  expect(paces(Array.from({ length: 300 }, (_, n) => n * 610)).at(-1)).toBe('fine')
})
