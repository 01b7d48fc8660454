import type { FastifyInstance } from 'fastify'
import type { Env } from './env.ts'
import { startProcessReports } from './features/system/process-reports.ts'
import { createSystemReport } from './features/system/system-report.ts'
import type { Services } from './pipeline/services.ts'
import type { Database } from './platform/db/connect.ts'
import type { Hub } from './platform/live/hub.ts'
import { ProcessStats } from './platform/metrics/process-stats.ts'
import type { ReadDiskUsage } from './platform/storage/disk-space.ts'
import type { Warnings } from './platform/warnings.ts'

interface SystemDeps {
  env: Env
  database: Database
  hub: Hub
  warnings: Warnings
  readDiskUsage?: ReadDiskUsage | undefined
}

/** What shows admins and operators how the site is. */
export function openSystem(deps: SystemDeps, app: FastifyInstance): Pick<Services, 'readSystem'> {
  const { database, hub } = deps
  const stats = new ProcessStats()
  const countSockets = () => hub.connectionCount
  app.addHook('onResponse', (_request, reply, done) => {
    stats.countAnswer(reply.statusCode)
    done()
  })
  startProcessReports(app, { db: database.db, stats, countSockets })
  app.addHook('onClose', async () => stats.stop())
  return { readSystem: createSystemReport({ ...deps, stats, countSockets }) }
}
