import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RefreshingValue } from './refreshing-value.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Returns how often it was loaded. */
function createCounter({ loadMs, ...options }: { loadMs: number; minIntervalMs?: number; slowMaxAgeMs?: number }) {
  let loads = 0
  const value = new RefreshingValue(async () => {
    await new Promise((resolve) => setTimeout(resolve, loadMs))
    return ++loads
  }, options)
  const load = async () => {
    const result = value.get()
    await pass(loadMs)
    return result
  }
  return { value, load }
}

test('loads once for concurrent callers', async () => {
  const { value } = createCounter({ loadMs: 20 })
  const results = Promise.all(Array.from({ length: 50 }, () => value.get()))
  await pass(20)
  expect(new Set(await results)).toEqual(new Set([1]))
})

test('reloads after its interval, not before', async () => {
  const { load } = createCounter({ loadMs: 1, minIntervalMs: 100 })
  expect(await load()).toBe(1)
  await pass(98)
  expect(await load()).toBe(1)
  await pass(1)
  expect(await load()).toBe(2)
})

test('reloads a slow value less often', async () => {
  const { value, load } = createCounter({ loadMs: 30, minIntervalMs: 1 })
  expect(await load()).toBe(1)
  await pass(30 * 19 - 1)
  expect(await value.get()).toBe(1)
  await pass(1)
  expect(await load()).toBe(2)
})

test('returns the previous value while a slow one reloads, but not after a long pause', async () => {
  const { value, load } = createCounter({ loadMs: 300 })
  expect(await load()).toBe(1)
  await pass(300 * 20)
  expect(await value.get()).toBe(1)
  await pass(300)
  expect(await value.get()).toBe(2)
  await pass(2 * 300 * 20)
  expect(await load()).toBe(3)
})

test('nobody waits for a slow value that is reloaded at an interval', async () => {
  const { value } = createCounter({ loadMs: 300, slowMaxAgeMs: 120_000 })
  const reload = async () => {
    const reloaded = value.reloadIfSlow()
    await pass(300)
    await reloaded
  }
  await reload()
  expect(await value.get()).toBe(1)
  await pass(60_000)
  await reload()
  expect(await value.get()).toBe(2)
  // Older than at most 20 loads, but not than it may be.
  await pass(100_000)
  expect(await value.get()).toBe(2)
})

test('a fast value is loaded by those who ask for it', async () => {
  const { value, load } = createCounter({ loadMs: 20 })
  const reload = async () => {
    const reloaded = value.reloadIfSlow()
    await pass(20)
    await reloaded
  }
  await reload()
  expect(await load()).toBe(2)
  await pass(60_000)
  await reload()
  expect(await load()).toBe(3)
})

test('loads again one interval after a failure, however long that took', async () => {
  let attempts = 0
  const failing = new RefreshingValue(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    if (++attempts === 1) throw new Error('away')
    return attempts
  })
  const first = failing.get().catch((error: Error) => error.message)
  await pass(5_000)
  expect(await first).toBe('away')
  await pass(1_000)
  const second = failing.get()
  await pass(5_000)
  expect(await second).toBe(2)
})

test('loads again after half a minute, however long a load took', async () => {
  const { value, load } = createCounter({ loadMs: 5_000 })
  expect(await load()).toBe(1)
  await pass(30_000)
  void value.get()
  await pass(5_000)
  expect(await value.get()).toBe(2)
})

test('shares a failure until its interval has passed', async () => {
  let attempts = 0
  const failing = new RefreshingValue(
    async () => {
      if (++attempts === 1) throw new Error('away')
      return attempts
    },
    { minIntervalMs: 100 },
  )
  await expect(Promise.all([failing.get(), failing.get()])).rejects.toThrow('away')
  await expect(failing.get()).rejects.toThrow('away')
  expect(attempts).toBe(1)
  await pass(100)
  expect(await failing.get()).toBe(2)
})
