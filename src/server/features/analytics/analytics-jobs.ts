import type { FastifyInstance } from 'fastify'
import { registerJobs } from '#server/pipeline/background-jobs.ts'
import type { RunWithServices } from '#server/pipeline/background-write.ts'
import { countFinishedDays } from './get-analystic-by-day.ts'

const INTERVAL_MS = 3_600_000
/** The longest range of the chart. */
const DAYS = 365

/**
 * Counts each day soon after its end, before accounts that belong to it are deleted. Runs in every server process; what
 * one has counted the others find counted.
 */
export function registerAnalyticsJobs(app: FastifyInstance, runWithServices: RunWithServices): void {
  registerJobs(app, runWithServices, [
    {
      work: ({ db }) => countFinishedDays(db, DAYS),
      intervalMs: INTERVAL_MS,
      problem: 'finished days were not counted',
    },
  ])
}
