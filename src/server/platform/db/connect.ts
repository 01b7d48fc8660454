import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolConfig } from 'pg'
import { type EmbeddedDatabase, startEmbedded } from './embedded/embedded-supervisor.ts'
import { startVacuum } from './embedded/vacuum.ts'
import * as schema from './schema.ts'

export type Db = NodePgDatabase<typeof schema>
/** Inside a transaction: with a pool of one, what does not go through it waits for ever. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface Database {
  db: Db
  pool: Pool
  kind: 'embedded' | 'server'
  /** Whether it answers now. */
  isReady(): Promise<boolean>
  close(): Promise<void>
  /** The embedded database's process, for those who watch over it. */
  embedded?: EmbeddedDatabase
}

const CONNECT_TIMEOUT_MS = 2_000
const READY_TIMEOUT_MS = 2_000
const QUERY_TIMEOUT_MS = 8_000
const MAX_SERVER_CONNECTIONS = 10
/** For the embedded database's only connection, callers stand in line; that it is away shows at once. */
const POOL_WAIT_TIMEOUT_MS = 5_000

/** Opens the embedded database in `dataDir`, or connects to the server at `databaseUrl`. */
export async function connect(settings: { databaseUrl?: string | undefined; dataDir: string }): Promise<Database> {
  return settings.databaseUrl === undefined ? openEmbedded(settings.dataDir) : openServer(settings.databaseUrl)
}

function openPool(config: PoolConfig): { db: Db; pool: Pool; isReady: () => Promise<boolean> } {
  const pool = new Pool({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true, ...config })
  // A connection's end is no news here: its query, or the next one, fails by itself. The pool listens only while a
  // connection is idle; one that broke inside a transaction would end the whole process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const pingQuery = { text: 'SELECT 1', query_timeout: READY_TIMEOUT_MS }
  const isReady = () =>
    pool.query(pingQuery).then(
      () => true,
      () => false,
    )
  return { db: drizzle(pool, { schema }), pool, isReady }
}

async function openServer(connectionString: string): Promise<Database> {
  const { db, pool, isReady } = openPool({
    connectionString,
    max: MAX_SERVER_CONNECTIONS,
    statement_timeout: QUERY_TIMEOUT_MS,
    idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS + 1_000,
  })
  return { db, pool, kind: 'server', isReady, close: () => pool.end() }
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const embedded = await startEmbedded(dataDir)
  const { db, pool, isReady } = openPool({
    host: embedded.socketFolder() ?? dataDir,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    // One session, so one connection: a second would share its named statements and transactions.
    max: 1,
    // And the next one begins where the last left off, unless told to forget.
    onConnect: (client) => client.query('DISCARD ALL'),
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: POOL_WAIT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  })
  const stopVacuum = startVacuum(pool, embedded)
  return {
    db,
    pool,
    kind: 'embedded',
    isReady,
    embedded,
    async close() {
      stopVacuum()
      await pool.end()
      await embedded.stop()
    },
  }
}

// Refused, cut or unreachable lines; PostgreSQL's classes 08 (connection), 57P0x (shutting down, starting up), 53300
// (full up) and 25P03 (it ended a transaction that stood still).
const UNAVAILABLE_CODES =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1-5]|53300|25P03)$/
// What pg itself throws has no codes.
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/

/** True when the database could not be reached or did not answer, as opposed to having refused a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isConnectionError(cause)) return true
  }
  return false
}

function isConnectionError(error: Error): boolean {
  if (!('code' in error) || error.code === undefined) return UNAVAILABLE_MESSAGES.test(error.message)
  // Other parts of Node speak of ENOENT too: a file that is not there is no database that is away.
  if (error.code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return UNAVAILABLE_CODES.test(String(error.code))
}
