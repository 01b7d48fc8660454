import type { FastifyInstance } from 'fastify'
import type { Env } from './env.ts'
import { warnAboutProxy } from './features/site/set-up-warnings.ts'
import { ErrorLog } from './features/system/errors/error-log.ts'
import { createGauges } from './features/system/metrics-gauges.ts'
import { registerMetricsRoute } from './features/system/metrics-route.ts'
import { startProcessReports } from './features/system/process-reports.ts'
import { ProxyObserver } from './features/system/proxy-observer.ts'
import { createSystemReport } from './features/system/system-report.ts'
import { createRequestLog } from './http/request-log.ts'
import { getRouteName } from './http/route-name.ts'
import type { Services } from './pipeline/services.ts'
import type { TrafficQueues } from './pipeline/traffic.ts'
import type { ResponseCache } from './platform/cache/response-cache.ts'
import type { Database } from './platform/db/connect.ts'
import { isDatabaseUnavailable } from './platform/db/database-errors.ts'
import type { FinishedQuery } from './platform/db/connection/watch-queries.ts'
import type { Hub } from './platform/live/hub.ts'
import { onReportedError } from './platform/log/report-error.ts'
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts'
import { ProcessStats } from './platform/metrics/process-stats.ts'
import { readDiskUsage, type ReadDiskUsage } from './platform/storage/disk-space.ts'
import type { Pictures } from './platform/storage/pictures.ts'
import type { Throttles } from './platform/throttle/throttles.ts'
import type { Warnings } from './platform/warnings.ts'

interface SystemDeps {
  env: Env
  database: Database
  hub: Hub
  cache: ResponseCache
  queues: TrafficQueues
  pictures: Pictures
  throttles: Throttles
  warnings: Warnings
  isSiteRunning: Services['isSiteRunning']
  readDiskUsage?: ReadDiskUsage | undefined
}

const SLOW_QUERY_MS = 250
const MAX_QUERY_LENGTH = 2_000

/** What shows admins and operators how the site is: the System page's report, logs of slow queries, and metrics. */
export async function openSystem(deps: SystemDeps, app: FastifyInstance): Promise<Pick<Services, 'readSystem'>> {
  const { database, hub } = deps
  const stats = new ProcessStats()
  const proxy = new ProxyObserver(
    deps.env.trustProxy === false ? () => warnAboutProxy(deps.warnings, app.log) : undefined,
  )
  const countSockets = () => hub.connectionCount
  const metrics = await openMetrics(deps, app, countSockets)
  const logRequest = createRequestLog(deps.env.logRequests)
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply)
    stats.countAnswer(reply.statusCode)
    proxy.observe(request)
    metrics?.observeRequest(getRouteName(request), reply.statusCode, reply.elapsedTime)
    done()
  })
  const stopQueries = database.onQuery((query) => {
    metrics?.observeQuery(query)
    if (query.durationMs > SLOW_QUERY_MS) logSlowQuery(app, query)
  })
  collectErrors(database, metrics, app)
  startProcessReports(app, { db: database.db, stats, countSockets, proxy })
  app.addHook('onClose', async () => {
    stopQueries()
    stats.stop()
  })
  return { readSystem: createSystemReport({ ...deps, stats, countSockets, proxy }) }
}

function logSlowQuery(app: FastifyInstance, { text, durationMs, requestId }: FinishedQuery): void {
  app.log.warn(
    { query: text.slice(0, MAX_QUERY_LENGTH), durationMs: Math.round(durationMs), requestId },
    'query was slow',
  )
}

function collectErrors({ db }: Database, metrics: Metrics | undefined, app: FastifyInstance): void {
  const errorLog = new ErrorLog({ db, log: app.log })
  const stop = onReportedError((reported) => {
    // It has a check and an alert of its own, and nothing could be written.
    if (isDatabaseUnavailable(reported.error)) return
    errorLog.record(reported)
    metrics?.countError(reported.source)
  })
  app.addHook('onClose', async () => {
    stop()
    await errorLog.flush()
  })
}

async function openMetrics(
  { env, database, cache, queues, pictures, throttles, isSiteRunning, ...deps }: SystemDeps,
  app: FastifyInstance,
  countSockets: () => number,
): Promise<Metrics | undefined> {
  if (env.metricsToken === undefined) return undefined
  const readUsage = deps.readDiskUsage ?? readDiskUsage
  const metrics = await createMetrics(
    createGauges({
      ...{ database, dataDir: env.dataDir, cache, queues, pictures, countSockets, readUsage },
      ...{ backupEveryHours: env.backups.everyHours, workers: env.workers, isSiteRunning },
    }),
  )
  registerMetricsRoute(app, { metrics, token: env.metricsToken, throttles })
  return metrics
}
