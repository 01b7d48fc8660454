import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Services } from '#server/pipeline/services.ts'
import { registerAnalyticsJobs } from './analytics-jobs.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('counts the top courses a minute after the start and then every five minutes', async () => {
  const app = Fastify()
  let runs = 0
  const analytics = { reloadSlow: async () => void runs++ }
  registerAnalyticsJobs(app, (work) => work({ analytics } as unknown as Services))
  await app.ready()
  expect(runs).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  expect(runs).toBe(2)
  await app.close()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(runs).toBe(2)
})
