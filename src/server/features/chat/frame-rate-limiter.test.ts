import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FrameRateLimiter } from './frame-rate-limiter.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function count(frames: number, everyMs: number, name: 'countFrame' | 'countTyping' = 'countFrame') {
  const limiter = new FrameRateLimiter()
  const verdicts = []
  for (let frame = 0; frame < frames; frame++) {
    verdicts.push(await limiter[name]())
    vi.advanceTimersByTime(everyMs)
  }
  return { limiter, verdicts }
}

it('reports a flood from the 41st frame within 10 seconds', async () => {
  const { verdicts } = await count(41, 0)
  expect(verdicts).toEqual([...Array.from({ length: 40 }, () => 'fine'), 'flood'])
})

it('reports a flood from the 101st frame within a minute', async () => {
  const { verdicts } = await count(101, 590)
  expect(verdicts.slice(99)).toEqual(['fine', 'flood'])
})

it('accepts 98 frames a minute for as long as they come', async () => {
  const { verdicts } = await count(300, 610)
  expect(new Set(verdicts)).toEqual(new Set(['fine']))
})

it('drops the 21st "typing" within 10 seconds, and accepts it again after them', async () => {
  const { limiter, verdicts } = await count(21, 0, 'countTyping')
  expect(verdicts).toEqual([...Array.from({ length: 20 }, () => 'fine'), 'too fast'])
  vi.advanceTimersByTime(10_001)
  expect(await limiter.countTyping()).toBe('fine')
})

it('reports a flood from the 201st "typing" within 10 seconds', async () => {
  const { verdicts } = await count(201, 0, 'countTyping')
  expect(verdicts.slice(199)).toEqual(['too fast', 'flood'])
})

it('counts "typing" and other frames apart', async () => {
  const { limiter } = await count(100, 0, 'countTyping')
  expect(await limiter.countFrame()).toBe('fine')
  for (let frame = 1; frame < 40; frame++) await limiter.countFrame()
  expect(await limiter.countFrame()).toBe('flood')
})
