import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FrameRateLimiter } from './frame-rate-limiter.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function countFrames(frames: number, everyMs: number) {
  const limiter = new FrameRateLimiter()
  const verdicts = []
  for (let frame = 0; frame < frames; frame++) {
    verdicts.push(await limiter.countFrame())
    vi.advanceTimersByTime(everyMs)
  }
  return { limiter, verdicts }
}

it('refuses the 21st frame within 10 seconds, and accepts frames again after them', async () => {
  const { limiter, verdicts } = await countFrames(21, 0)
  expect(verdicts).toEqual([...Array.from({ length: 20 }, () => 'fine'), 'too fast'])
  vi.advanceTimersByTime(10_001)
  expect(await limiter.countFrame()).toBe('fine')
})

it('reports a flood from the 41st frame within 10 seconds', async () => {
  const { verdicts } = await countFrames(41, 0)
  expect(verdicts.slice(39)).toEqual(['too fast', 'flood'])
})

it('reports a flood from the 101st frame within a minute', async () => {
  const { verdicts } = await countFrames(101, 590)
  expect(verdicts.slice(99)).toEqual(['fine', 'flood'])
})

it('accepts 98 frames a minute for as long as they come', async () => {
  const { verdicts } = await countFrames(300, 610)
  expect(new Set(verdicts)).toEqual(new Set(['fine']))
})
