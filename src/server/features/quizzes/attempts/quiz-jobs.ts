import type { FastifyInstance } from 'fastify'
import { registerJobs } from '#server/pipeline/background-jobs.ts'
import type { RunWithServices } from '#server/pipeline/background-write.ts'
import { finishExpiredAttempts } from './finish-expired-attempts.ts'

const INTERVAL_MS = 60_000

/** Runs in every server process; an attempt that one process has graded the others find graded. */
export function registerQuizJobs(app: FastifyInstance, runWithServices: RunWithServices): void {
  const warn = (error: unknown, text: string) => app.log.warn({ err: error }, text)
  registerJobs(app, runWithServices, [
    {
      work: (services) => finishExpiredAttempts(services, warn),
      intervalMs: INTERVAL_MS,
      problem: 'attempts whose time is up were not graded',
    },
  ])
}
