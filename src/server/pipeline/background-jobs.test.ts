import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerJobs } from './background-jobs.ts'
import type { Services } from './services.ts'

test('a run is told when the server stops, which waits for its end', async () => {
  const app = Fastify()
  const ended: string[] = []
  const work = async (_services: Services, stopping: AbortSignal) => {
    await new Promise((resolve) => stopping.addEventListener('abort', resolve))
    await new Promise(setImmediate)
    ended.push('the run')
  }
  registerJobs(app, (run) => run({} as Services), [{ work, intervalMs: 60_000, problem: 'a run failed' }])
  await app.ready()
  await app.close()
  ended.push('the server')
  expect(ended).toEqual(['the run', 'the server'])
})
