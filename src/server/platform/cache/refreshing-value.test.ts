import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { RefreshingValue } from './refreshing-value.ts'

afterEach(() => vi.useRealTimers())

test('a crowd that asks at once has it made once', async () => {
  let made = 0
  const counter = new RefreshingValue(async () => {
    await sleep(20)
    return ++made
  })
  expect(await Promise.all(Array.from({ length: 50 }, () => counter.get()))).toEqual(
    Array.from({ length: 50 }, () => 1),
  )
})

test('it is made anew once its time is over, and not before', async () => {
  let made = 0
  const counter = new RefreshingValue(async () => ++made, 100)
  expect([await counter.get(), await counter.get()]).toEqual([1, 1])
  await sleep(130)
  expect(await counter.get()).toBe(2)
})

test('what takes long is made the more rarely', async () => {
  let made = 0
  const dear = new RefreshingValue(async () => {
    await sleep(30)
    return ++made
  }, 1)
  for (const end = performance.now() + 500; performance.now() < end;) {
    await dear.get()
    await sleep(5)
  }
  expect(made).toBe(1)
})

test('what takes long is waited for once: while it is made anew the value before is given, unless nobody asked for long', async () => {
  vi.useFakeTimers()
  let made = 0
  const dear = new RefreshingValue(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return ++made
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const first = dear.get()
  await pass(300)
  expect(await first).toBe(1)
  await pass(300 * 20)
  expect(await dear.get()).toBe(1)
  await pass(300)
  expect([await dear.get(), made]).toEqual([2, 2])
  await pass(2 * 300 * 20)
  const afterLong = dear.get()
  await pass(300)
  expect(await afterLong).toBe(3)
})

test('what fails is told to whoever asks meanwhile, and tried again no sooner than a value would be made anew', async () => {
  let tries = 0
  const shaky = new RefreshingValue(async () => {
    if (++tries === 1) throw new Error('away')
    return tries
  }, 100)
  await expect(Promise.all([shaky.get(), shaky.get()])).rejects.toThrow('away')
  await expect(shaky.get()).rejects.toThrow('away')
  expect(tries).toBe(1)
  await sleep(130)
  expect(await shaky.get()).toBe(2)
})
