import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError, type ErrorCode } from '#contract/errors.ts'
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

/** Loads a query that fails until it gives up. */
async function loadFailingQuery(cause: Error) {
  const { client, tries } = createFailingClient(cause)
  const failed = client.fetchQuery(query('getAdminId', {})).catch((failure: unknown) => failure)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await failed).toBe(cause)
  return tries
}

test.each<[string, Error]>([
  ['a connection error', new AppError('connection')],
  ['an error of the server', new AppError('internal')],
  ['a server that is not ready', new AppError('not_ready')],
  ['maintenance', new AppError('maintenance')],
  ['too many requests', new AppError('too_often')],
  ['any other error', new TypeError('Broken')],
])('retries %s three times, after 1, 2 and 4 seconds', async (_what, error) => {
  expect(await loadFailingQuery(error)).toEqual([0, 1, 3, 7])
})

test.each<ErrorCode>(['invalid_input', 'not_signed_in', 'not_allowed', 'course_not_found', 'changed_meanwhile'])(
  'does not retry %s, which would be answered the same way',
  async (code) => {
    expect(await loadFailingQuery(new AppError(code))).toEqual([0])
  },
)

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
