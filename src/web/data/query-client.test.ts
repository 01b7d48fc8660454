import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { query } from './api.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A client whose transport always fails, and the seconds at which it was called. */
function createFailingClient(error: Error) {
  const start = Date.now()
  const tries: number[] = []
  const client = createQueryClient(
    () => {
      tries.push(Math.round((Date.now() - start) / 1000))
      return Promise.reject(error)
    },
    { retry: true },
  )
  return { client, tries }
}

test('retries a connection error three times, after 1, 2 and 4 seconds', async () => {
  const { client, tries } = createFailingClient(new AppError('connection'))
  const failed = client
    .fetchQuery({ ...query('getAdminId', {}), retry: client.getDefaultOptions().queries?.retry ?? false })
    .catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await failed).toBeInstanceOf(AppError)
  expect(tries).toEqual([0, 1, 3, 7])
})

test('does not retry a 4xx', async () => {
  const { client, tries } = createFailingClient(new AppError('not_allowed'))
  const failed = client
    .fetchQuery({ ...query('getAdminId', {}), retry: client.getDefaultOptions().queries?.retry ?? false })
    .catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await failed).toBeInstanceOf(AppError)
  expect(tries).toEqual([0])
})

test('discards unused data after five minutes', async () => {
  const client = createQueryClient(async () => ({ msg: [] }) as never, { retry: true })
  const observer = new QueryObserver(client, query('getAdminId', {}))
  const unsubscribe = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(1_000)
  unsubscribe()
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1_000)
  expect(client.getQueryData(query('getAdminId', {}).queryKey)).toEqual({ msg: [] })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(client.getQueryData(query('getAdminId', {}).queryKey)).toBeUndefined()
})
