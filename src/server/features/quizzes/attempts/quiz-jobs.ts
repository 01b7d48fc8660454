import type { FastifyInstance } from 'fastify'
import { registerJobs } from '#server/pipeline/background-jobs.ts'
import type { RunWithServices } from '#server/pipeline/background-write.ts'
import { finishExpiredAttempts } from './finish-expired-attempts.ts'
import { createWarn } from '#server/platform/log/create-warn.ts'

const INTERVAL_MS = 60_000

/** Runs in every server process; an attempt that one process has graded the others find graded. */
export function registerQuizJobs(app: FastifyInstance, runWithServices: RunWithServices): void {
  const warn = createWarn(app.log)
  registerJobs(app, runWithServices, [
    {
      work: (services) => finishExpiredAttempts(services, warn),
      intervalMs: INTERVAL_MS,
      problem: 'attempts whose time is up were not graded',
    },
  ])
}
