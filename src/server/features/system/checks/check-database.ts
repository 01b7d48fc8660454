import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import type { Database, Db } from '#server/platform/db/connect.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { toDatabaseError } from '../../../../../scripts/to-database-error.mjs'
import { compareClocks } from './check-clock.ts'
import { type CheckTarget, ok, problem, warning } from './check.ts'

const OLDEST_LISTED = 14
/** The end of each release's fixes (postgresql.org/support/versioning). */
const END_OF_LIFE: Record<number, string> = {
  [OLDEST_LISTED]: '2026-11-12',
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
}
const SLOW_PING_MS = 100
const PINGS = 4
const MAX_CONNECTION_SHARE = 0.8

const AREA = { area: 'database' } as const
const REACHABLE = { code: 'database_reachable', title: 'Connection', ...AREA }
const VERSION = { code: 'database_version', title: 'Version', ...AREA }
const WRITABLE = { code: 'database_writable', title: 'Writable', ...AREA }
const MIGRATIONS = { code: 'database_migrations', title: 'Migrations', ...AREA }
const DIRECT = { code: 'database_direct', title: 'Direct connection', ...AREA }
const CONNECTIONS = { code: 'database_connections', title: 'Connections', ...AREA }

interface DatabaseState extends Record<string, unknown> {
  version: number
  now: Date
  is_read_only: boolean
  connections: number
  max_connections: number
}

export async function checkDatabase(target: CheckTarget): Promise<SystemCheck[]> {
  const { db, kind } = target.database
  const ms = await measurePing(db).catch((error: unknown) => describeUnreachable(target, error))
  if (typeof ms === 'string') return [problem(REACHABLE, ms)]
  const sentAt = Date.now()
  const state = await readState(db)
  const readAt = (sentAt + Date.now()) / 2
  return [
    ms > SLOW_PING_MS
      ? warning(REACHABLE, `A query took ${Math.round(ms)} ms. Check the load and the network between the servers.`)
      : ok(REACHABLE, `Answers in ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms.`),
    checkVersion(state.version, kind),
    state.is_read_only
      ? problem(WRITABLE, 'The database is read-only. Point DATABASE_URL to the primary server.')
      : ok(WRITABLE, 'Takes writes.'),
    await checkMigrations(db),
    // The embedded one has one connection, and this machine's clock.
    ...(kind === 'server'
      ? [
          ...(await checkDirect(target)),
          checkConnections(state),
          compareClocks(state.now.getTime() - readAt, 'the database'),
        ]
      : []),
  ]
}

/** The fastest of a few: the first one may open the connection, and others may wait for this process. */
async function measurePing(db: Db): Promise<number> {
  let fastest = Infinity
  for (let n = 0; n < PINGS; n++) {
    const startedAt = performance.now()
    await db.execute(sql`select 1`)
    fastest = Math.min(fastest, performance.now() - startedAt)
  }
  return fastest
}

function describeUnreachable({ database, env }: CheckTarget, error: unknown): string {
  if (database.kind === 'embedded')
    return 'The embedded database does not answer. Restart the server, and look into its log if that does not help.'
  return (
    toDatabaseError(error, env.databaseUrl) ??
    'PostgreSQL does not answer at DATABASE_URL. Check that it runs, and look into its log.'
  )
}

/** Migrations, backups and the connection that listens use it. */
async function checkDirect({ database, env }: CheckTarget): Promise<SystemCheck[]> {
  if (database.directUrl === undefined || database.directUrl === database.pool.options.connectionString) return []
  try {
    await withClient(database, (client) => client.query('select 1'))
    return [ok(DIRECT, 'Answers at DATABASE_DIRECT_URL.')]
  } catch (error) {
    const reason = toDatabaseError(error, env.databaseUrl, env.databaseDirectUrl)
    const text = 'PostgreSQL does not answer at DATABASE_DIRECT_URL. Check that it runs, and look into its log.'
    return [problem(DIRECT, reason ?? text)]
  }
}

/** Without the server's own processes. The kind of other users' sessions is hidden, but never their database. */
const CLIENTS = sql`(
  select count(*)::int from pg_stat_activity
  where datid is not null and coalesce(backend_type, 'client backend') = 'client backend'
)`

async function readState(db: Db): Promise<DatabaseState> {
  const { rows } = await db.execute<DatabaseState>(sql`
    select
      current_setting('server_version_num')::int as version,
      clock_timestamp() as now,
      pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is_read_only,
      ${CLIENTS} as connections,
      current_setting('max_connections')::int as max_connections
  `)
  const [state] = rows
  if (!state) throw new Error('The database returned no state')
  return { ...state, now: new Date(state.now) }
}

/** @param version as PostgreSQL's `server_version_num`, such as 170005 */
export function checkVersion(version: number, kind: Database['kind'], now = new Date()): SystemCheck {
  const major = Math.floor(version / 10_000)
  const release = `PostgreSQL ${major}.${version % 10_000}`
  const end = END_OF_LIFE[major]
  return major < OLDEST_LISTED || (end !== undefined && now > new Date(end))
    ? warning(VERSION, `${release} gets no security fixes any more. Upgrade to a newer release.`)
    : ok(VERSION, `${release}${kind === 'embedded' ? ', embedded' : ''}.`)
}

function checkConnections({ connections, max_connections }: DatabaseState): SystemCheck {
  const text = `${connections} of ${max_connections} in use.`
  return connections > MAX_CONNECTION_SHARE * max_connections
    ? warning(CONNECTIONS, `${text} Raise max_connections in postgresql.conf, or use fewer server processes.`)
    : ok(CONNECTIONS, text)
}

async function checkMigrations(db: Db): Promise<SystemCheck> {
  const journal = JSON.parse(readFileSync(join(PROJECT_ROOT, 'migrations/meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  const expected = Math.max(...journal.entries.map(({ when }) => when))
  const { rows } = await db
    .execute<{ newest: string | null }>(sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`)
    // Without the table nothing has been migrated.
    .catch(() => ({ rows: [] }))
  if (!rows[0]?.newest)
    return problem(
      MIGRATIONS,
      'The database is empty: the site has never been started with it. Restore a backup or correct DATABASE_URL; for a new site, start the server.',
    )
  const newest = Number(rows[0].newest)
  if (newest < expected) return problem(MIGRATIONS, 'The database is older than this version. Restart the server.')
  if (newest > expected)
    return warning(MIGRATIONS, 'A newer version has upgraded the database. Install that version on every server.')
  return ok(MIGRATIONS, 'Up to date.')
}
