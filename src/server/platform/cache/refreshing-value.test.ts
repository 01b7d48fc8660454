import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { RefreshingValue } from './refreshing-value.ts'

afterEach(() => vi.useRealTimers())

test('loads once for concurrent callers', async () => {
  let loads = 0
  const counter = new RefreshingValue(async () => {
    await sleep(20)
    return ++loads
  })
  expect(await Promise.all(Array.from({ length: 50 }, () => counter.get()))).toEqual(
    Array.from({ length: 50 }, () => 1),
  )
})

test('reloads after its interval, not before', async () => {
  let loads = 0
  const counter = new RefreshingValue(async () => ++loads, 100)
  expect([await counter.get(), await counter.get()]).toEqual([1, 1])
  await sleep(130)
  expect(await counter.get()).toBe(2)
})

test('reloads a slow value less often', async () => {
  let loads = 0
  const slow = new RefreshingValue(async () => {
    await sleep(30)
    return ++loads
  }, 1)
  for (const end = performance.now() + 500; performance.now() < end;) {
    await slow.get()
    await sleep(5)
  }
  expect(loads).toBe(1)
})

test('returns the previous value while a slow one reloads, but not after a long pause', async () => {
  vi.useFakeTimers()
  let loads = 0
  const slow = new RefreshingValue(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return ++loads
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const first = slow.get()
  await pass(300)
  expect(await first).toBe(1)
  await pass(300 * 20)
  expect(await slow.get()).toBe(1)
  await pass(300)
  expect([await slow.get(), loads]).toEqual([2, 2])
  await pass(2 * 300 * 20)
  const afterLong = slow.get()
  await pass(300)
  expect(await afterLong).toBe(3)
})

test('shares a failure until its interval has passed', async () => {
  let attempts = 0
  const failing = new RefreshingValue(async () => {
    if (++attempts === 1) throw new Error('away')
    return attempts
  }, 100)
  await expect(Promise.all([failing.get(), failing.get()])).rejects.toThrow('away')
  await expect(failing.get()).rejects.toThrow('away')
  expect(attempts).toBe(1)
  await sleep(130)
  expect(await failing.get()).toBe(2)
})
