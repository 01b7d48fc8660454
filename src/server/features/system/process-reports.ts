import { hostname } from 'node:os'
import { eq, lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { ServerProcess } from '#contract/schemas/operations/system.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { serverProcesses } from '#server/platform/db/schema.ts'
import type { ProcessStats } from '#server/platform/metrics/process-stats.ts'
import { VERSION } from '#server/platform/version.ts'
import type { ProxySeen } from './proxy-observer.ts'

const REPORT_INTERVAL_MS = 15_000
/** Three reports missed. */
export const SILENT_AFTER_S = 50
/** A process that was killed is shown as silent until then. */
const FORGET_AFTER_S = 900

interface ReportDeps {
  db: Db
  stats: ProcessStats
  countSockets: () => number
}

interface WriteReportDeps extends ReportDeps {
  proxy: ProxySeen
}

/** Each listening process keeps a row with its state, so that one page shows all of them. */
export function startProcessReports(app: FastifyInstance, deps: WriteReportDeps): void {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | undefined
  const report = () => {
    current ??= writeReport(deps)
      // Logged where it matters: by the requests that fail.
      .catch((error: unknown) => app.log.debug({ err: error }, 'this process could not report its state'))
      .finally(() => (current = undefined))
  }
  // Not for an application that only answers tests or the page renderer.
  app.addHook('onListen', async () => {
    report()
    timer = setInterval(report, REPORT_INTERVAL_MS).unref()
  })
  app.addHook('onClose', async () => {
    if (!timer) return
    clearInterval(timer)
    await current
    await deps.db
      .delete(serverProcesses)
      .where(eq(serverProcesses.id, deps.stats.id))
      .catch(() => null)
  })
}

export async function writeReport({ db, stats, countSockets, proxy }: WriteReportDeps): Promise<void> {
  const { requests, forwarded, protocol } = proxy
  const row = { ...toRow(stats, countSockets()), ...stats.takeRates(), proxy: { requests, forwarded, protocol } }
  await db
    .insert(serverProcesses)
    .values(row)
    .onConflictDoUpdate({ target: serverProcesses.id, set: { ...row, seenAt: sql`now()` } })
  await db
    .delete(serverProcesses)
    .where(lt(serverProcesses.seenAt, sql`now() - make_interval(secs => ${FORGET_AFTER_S})`))
}

const toRow = (stats: ProcessStats, sockets: number) => ({
  id: stats.id,
  host: hostname(),
  pid: process.pid,
  version: VERSION,
  node: process.version,
  startedAt: stats.startedAt,
  memoryBytes: process.memoryUsage.rss(),
  sockets,
})

/** Oldest first. This process is among them even before its first report. */
export async function findProcesses({ db, stats, countSockets }: ReportDeps): Promise<ServerProcess[]> {
  const reports = await db
    .select({
      row: serverProcesses,
      isSilent: sql<boolean>`${serverProcesses.seenAt} < now() - make_interval(secs => ${SILENT_AFTER_S})`,
    })
    .from(serverProcesses)
    .orderBy(serverProcesses.startedAt, serverProcesses.id)
  const own = { ...toRow(stats, countSockets()), ...stats.readRates(), seenAt: new Date() }
  const others = reports.filter(({ row }) => row.id !== stats.id)
  return [...others, { row: own, isSilent: false }].map(({ row, isSilent }) => ({
    process_id: row.id,
    host: row.host,
    pid: row.pid,
    version: row.version,
    node: row.node,
    started_date: row.startedAt.toISOString(),
    seen_date: row.seenAt.toISOString(),
    memory_bytes: row.memoryBytes,
    event_loop_ms: row.eventLoopMs,
    sockets: row.sockets,
    requests_per_minute: row.requestsPerMinute,
    errors_per_minute: row.errorsPerMinute,
    isCurrent: row.id === stats.id,
    isSilent,
  }))
}
