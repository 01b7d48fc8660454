import type { FastifyInstance } from 'fastify'
import { registerJobs } from '#server/pipeline/background-jobs.ts'
import type { RunWithServices } from '#server/pipeline/background-write.ts'
import type { Backups } from './backups.ts'

const CHECK_INTERVAL_MS = 5 * 60_000

/** Runs in every server process; the first one to find that a backup is due makes it. */
export function registerBackupJobs(app: FastifyInstance, runWithServices: RunWithServices, backups: Backups): void {
  const work = () => backups.runDue()
  registerJobs(app, runWithServices, [{ work, intervalMs: CHECK_INTERVAL_MS, problem: 'no scheduled backup was made' }])
}
