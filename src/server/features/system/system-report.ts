import { existsSync, readFileSync } from 'node:fs'
import { desc, isNotNull, sql } from 'drizzle-orm'
import type { SystemCheck, SystemReport } from '#contract/schemas/operations/system.ts'
import type { Env } from '#server/env.ts'
import { RefreshingValue } from '#server/platform/cache/refreshing-value.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { mails } from '#server/platform/db/schema.ts'
import { lastTryAt } from '#server/platform/mail/mailer.ts'
import type { ProcessStats } from '#server/platform/metrics/process-stats.ts'
import { readDiskUsage, type ReadDiskUsage } from '#server/platform/storage/disk-space.ts'
import { VERSION } from '#server/platform/version.ts'
import type { Warnings } from '#server/platform/warnings.ts'
import type { LocalTarget } from './checks/check.ts'
import { runChecks } from './checks/run-checks.ts'
import type { ProxyObserver } from './proxy-observer.ts'
import { findProcesses } from './process-reports.ts'

interface SystemReportDeps {
  env: Env
  database: Database
  warnings: Warnings
  stats: ProcessStats
  countSockets: () => number
  proxy: ProxyObserver
  readDiskUsage?: ReadDiskUsage | undefined
}

/** Checks ask other servers, such as the mail server, so that they run at most this often. */
const CHECKS_MAX_AGE_MS = 20_000

/** The state of this installation, as the System page shows it. */
export function createSystemReport(deps: SystemReportDeps): () => Promise<SystemReport> {
  const { env, database, warnings } = deps
  const { db } = database
  const readUsage = deps.readDiskUsage ?? readDiskUsage
  const checks = new RefreshingValue(
    () => runChecks({ ...createLocalTarget(env, warnings), database, proxy: deps.proxy }, readUsage),
    { minIntervalMs: CHECKS_MAX_AGE_MS },
  )
  return async () => ({
    version: VERSION,
    now: new Date().toISOString(),
    checks: sortChecks(await checks.get()),
    processes: await findProcesses({ ...deps, db }),
    database: await readDatabase(database),
    disk: toUsage(await readUsage(env.dataDir)),
    mail: { delivery: env.smtpUrl === undefined ? 'outbox' : 'smtp', ...(await readMailQueue(database)) },
  })
}

export const createLocalTarget = (env: Env, warnings: Pick<Warnings, 'list'>): LocalTarget => ({
  env,
  warnings: warnings.list(),
  environment: process.env,
  envFile: readEnvFile(),
})

export const readEnvFile = () => (existsSync('.env') ? readFileSync('.env', 'utf8') : undefined)

const RANK = { error: 0, warning: 1, ok: 2 } as const

/** What needs attention first. */
export const sortChecks = (checks: readonly SystemCheck[]): SystemCheck[] =>
  checks.toSorted((a, b) => RANK[a.status] - RANK[b.status])

const toUsage = ({ freeBytes, totalBytes }: Awaited<ReturnType<ReadDiskUsage>>) => ({
  free_bytes: freeBytes,
  total_bytes: totalBytes,
})

async function readDatabase({ db, kind }: Database): Promise<SystemReport['database']> {
  const { rows } = await db.execute<Omit<SystemReport['database'], 'kind'>>(sql`
    select
      split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database())::float8 as size_bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as max_connections
  `)
  const [row] = rows
  if (!row) throw new Error('The database returned no state')
  return { kind, ...row }
}

async function readMailQueue({ db }: Database): Promise<Omit<SystemReport['mail'], 'delivery'>> {
  const { rows } = await db.execute<{ waiting: number; oldest: Date | null }>(
    sql`select count(*)::int as waiting, min(created_at) as oldest from mails`,
  )
  const [failure] = await db
    .select({ kind: mails.kind, tries: mails.tries, lastError: mails.lastError })
    .from(mails)
    .where(isNotNull(mails.lastError))
    .orderBy(desc(lastTryAt))
    .limit(1)
  const { waiting = 0, oldest = null } = rows[0] ?? {}
  return {
    waiting,
    oldest_date: oldest === null ? null : new Date(oldest).toISOString(),
    last_failure: failure ? { kind: failure.kind, tries: failure.tries, text: failure.lastError ?? '' } : null,
  }
}
