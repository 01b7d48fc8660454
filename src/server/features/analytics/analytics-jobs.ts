import type { FastifyInstance } from 'fastify'
import { registerJobs } from '#server/pipeline/background-jobs.ts'
import type { RunWithServices } from '#server/pipeline/background-write.ts'
import { RELOAD_INTERVAL_MS } from './analytics.ts'

/** Not while the process starts. */
const FIRST_RUN_DELAY_MS = 60_000

/** Runs in every server process, because each keeps its own results. */
export function registerAnalyticsJobs(app: FastifyInstance, runWithServices: RunWithServices): void {
  registerJobs(app, runWithServices, [
    {
      work: ({ analytics }) => analytics.reloadSlow(),
      firstRunDelayMs: FIRST_RUN_DELAY_MS,
      intervalMs: RELOAD_INTERVAL_MS,
      problem: 'the top courses were not counted',
    },
  ])
}
