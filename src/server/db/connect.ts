import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolConfig } from 'pg'
import { type Embedded, startEmbedded } from './embedded-parent.ts'
import * as schema from './schema.ts'

export type Db = NodePgDatabase<typeof schema>
/** Inside a transaction: with a pool of one, what does not go through it waits for ever. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface Database {
  db: Db
  pool: Pool
  kind: 'embedded' | 'server'
  /** Whether it answers now. */
  ready(): Promise<boolean>
  close(): Promise<void>
  /** The embedded database's process, for those who watch over it. */
  embedded?: Embedded
}

const CONNECT_WITHIN_MS = 2_000
const QUERY_WITHIN_MS = 8_000
const SERVER_CONNECTIONS = 10
/** For the embedded database's only connection, callers stand in line; that it is away shows at once. */
const WAIT_IN_LINE_MS = 5_000
/** An embedded database that does not answer for this long is dead, whatever it still is. */
const PING_WITHIN_MS = 15_000
const PING_EVERY_MS = 5_000
const MAINTAIN_EVERY_MS = 10 * 60_000

/** Opens the embedded database in `dataDir`, or connects to the server at `databaseUrl`. */
export async function connect(settings: { databaseUrl?: string | undefined; dataDir: string }): Promise<Database> {
  return settings.databaseUrl === undefined ? openEmbedded(settings.dataDir) : openServer(settings.databaseUrl)
}

function openPool(config: PoolConfig): { db: Db; pool: Pool; ready: () => Promise<boolean> } {
  const pool = new Pool({ connectionTimeoutMillis: CONNECT_WITHIN_MS, keepAlive: true, ...config })
  // An idle connection's end is no news here: the next query makes a new one, or fails by itself.
  pool.on('error', () => {})
  const ready = () =>
    pool.query('SELECT 1').then(
      () => true,
      () => false,
    )
  return { db: drizzle(pool, { schema }), pool, ready }
}

async function openServer(connectionString: string): Promise<Database> {
  const { db, pool, ready } = openPool({
    connectionString,
    max: SERVER_CONNECTIONS,
    statement_timeout: QUERY_WITHIN_MS,
    idle_in_transaction_session_timeout: QUERY_WITHIN_MS,
    query_timeout: QUERY_WITHIN_MS + 1_000,
  })
  return { db, pool, kind: 'server', ready, close: () => pool.end() }
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const embedded = await startEmbedded(dataDir)
  // One session, so one connection: a second would share its named statements and transactions.
  const { db, pool, ready } = openPool({
    host: embedded.socketFolder() ?? dataDir,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: WAIT_IN_LINE_MS,
    // The session outlives its connections: a new one must not meet the named statements of the one before.
    onConnect: async (client) => {
      await client.query('DISCARD ALL')
    },
    query_timeout: QUERY_WITHIN_MS,
  })
  const watch = setInterval(() => void pingOrReplace(pool, embedded), PING_EVERY_MS).unref()
  const upkeep = setInterval(() => void maintain(pool), MAINTAIN_EVERY_MS).unref()
  return {
    db,
    pool,
    kind: 'embedded',
    ready,
    embedded,
    async close() {
      clearInterval(watch)
      clearInterval(upkeep)
      await pool.end()
      await embedded.stop()
    },
  }
}

/** No answer in time is death: the process is replaced, and meanwhile callers are told to come back. */
async function pingOrReplace(pool: Pool, embedded: Embedded): Promise<void> {
  if (embedded.socketFolder() === null) return
  const pid = embedded.pid()
  const answered = await Promise.race([
    pool.query('SELECT 1').then(
      () => true,
      (error: unknown) => !isTimeout(error),
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, PING_WITHIN_MS, false).unref()),
  ])
  if (!answered && embedded.pid() === pid) embedded.replace()
}

/** The embedded database runs no autovacuum: this is ours, when nobody waits for a connection. */
async function maintain(pool: Pool): Promise<void> {
  if (pool.waitingCount > 0 || pool.idleCount === 0) return
  await pool.query('VACUUM ANALYZE').catch(() => null)
}

const isTimeout = (error: unknown) => error instanceof Error && /Query read timeout/.test(error.message)

const AWAY = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[123]|53300)$/
const AWAY_TEXT = /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/

/** True when the database could not be reached or did not answer, as opposed to having refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (AWAY.test(code) || AWAY_TEXT.test(cause.message)) return true
  }
  return false
}
