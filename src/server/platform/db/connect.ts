import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type QueryConfig } from 'pg'
import { createTransaction } from './connection/begin-transaction.ts'
import { retryConnecting } from './connection/retry-connecting.ts'
import { ServerClient, UnnamedStatementClient } from './connection/server-client.ts'
import { guardAgainstStalls, type StallGuard } from './connection/stall-guard.ts'
import { type QueryListener, watchQueries } from './connection/watch-queries.ts'
import { createCpuProgress } from './embedded/cpu-progress.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded/embedded-supervisor.ts'
import { PipelinedPool } from './embedded/pipelined-pool.ts'
import { startVacuum } from './embedded/vacuum.ts'
import * as schema from './schema.ts'

export type Db = NodePgDatabase<typeof schema> & { $client: Pool }
/** A query inside a transaction must use it: with a pool of one connection, any other query waits forever. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface Database {
  db: Db
  pool: Pool
  kind: 'embedded' | 'server'
  isReady(): Promise<boolean>
  /** For work that is more than one query: see connection/stall-guard.ts. */
  failWhenStalled: StallGuard['race']
  /** Queries and transactions that wait for a connection. */
  countWaiting(): number
  /** Called after each query. Returns a function that ends it. */
  onQuery(listener: QueryListener): () => void
  close(): Promise<void>
  /** The address of the PostgreSQL server itself, for what a transaction pooler cannot do. */
  directUrl?: string
  /** The process of the embedded database. */
  embedded?: EmbeddedDatabase
}

const CONNECT_TIMEOUT_MS = 2_000
/** A new connection has to plan the frequent statements again. */
const IDLE_TIMEOUT_MS = 5 * 60_000
const READY_TIMEOUT_MS = 2_000
const QUERY_TIMEOUT_MS = 8_000
/** Where PostgreSQL's estimates are high it compiles a statement of two milliseconds for 170. */
const WITHOUT_JIT = '-c jit=off'
const DEFAULT_POOL_SIZE = 10
/** Longer than CONNECT_TIMEOUT_MS, because queries queue for the only connection of the embedded database. */
const POOL_WAIT_TIMEOUT_MS = 5_000
/** The same while work keeps that connection for long, such as the copy for a backup. As long as a request may take. */
const LONG_WORK_TIMEOUT_MS = 60_000

export interface DatabaseSettings {
  databaseUrl?: string | undefined
  /** By default `databaseUrl`. Another address means that `databaseUrl` is a pooler. */
  databaseDirectUrl?: string | undefined
  databasePool?: number
  dataDir: string
  /** An embedded database that nobody keeps: it does without fsync. */
  isTemporary?: boolean
}

/** Opens the embedded database in `dataDir`, or connects to the server at `databaseUrl`. */
export async function connect({ databaseUrl, dataDir, isTemporary, ...settings }: DatabaseSettings): Promise<Database> {
  return databaseUrl === undefined ? openEmbedded(dataDir, isTemporary) : openServer(databaseUrl, settings)
}

interface PoolTraits {
  isPipelined?: boolean
  /** Whether what does not answer still works. */
  isWorking?: () => boolean
}

interface OpenPool extends Pick<Database, 'db' | 'pool' | 'isReady' | 'failWhenStalled' | 'onQuery'> {
  stopGuard(): void
}

function openPool(pool: Pool, { isPipelined, isWorking = () => false }: PoolTraits = {}): OpenPool {
  // Without these listeners a lost connection would crash the process. The pool itself listens only while a connection
  // is idle, so the client needs a listener too. The affected query fails on its own.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const onQuery = watchQueries(pool)
  const { race, stop } = guardAgainstStalls(pool, isWorking)
  // After a failover the address may lead to a standby.
  const text = `SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS ready`
  const isReady = () =>
    pool.query<{ ready: boolean }>({ text, query_timeout: READY_TIMEOUT_MS } as QueryConfig).then(
      ({ rows }) => rows[0]?.ready === true,
      () => false,
    )
  const db = Object.assign(drizzle(pool, { schema }), { transaction: createTransaction(pool, isPipelined) })
  return { db, pool, isReady, onQuery, failWhenStalled: race, stopGuard: stop }
}

async function openServer(
  connectionString: string,
  {
    databaseDirectUrl = connectionString,
    databasePool = DEFAULT_POOL_SIZE,
  }: Omit<DatabaseSettings, 'dataDir' | 'isTemporary'>,
): Promise<Database> {
  const isPooler = databaseDirectUrl !== connectionString
  const pool = new Pool({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    max: databasePool,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    // A pooler refuses these parameters, and has settings of its own for them.
    ...(!isPooler && {
      statement_timeout: QUERY_TIMEOUT_MS,
      idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
      options: WITHOUT_JIT,
    }),
    query_timeout: QUERY_TIMEOUT_MS + 1_000,
    Client: isPooler ? UnnamedStatementClient : ServerClient,
  })
  retryConnecting(pool)
  const { stopGuard, ...open } = openPool(pool)
  pool.on('release', (_error, client) => {
    // The pool removes a connection that is ending.
    if (client instanceof ServerClient && client.shouldReconnect()) void client.end()
  })
  const close = () => {
    stopGuard()
    return pool.end()
  }
  return { ...open, kind: 'server', directUrl: databaseDirectUrl, countWaiting: () => pool.waitingCount, close }
}

async function openEmbedded(dataDir: string, isTemporary?: boolean): Promise<Database> {
  const embedded = await startEmbedded(dataDir, { isTemporary })
  const hasWorked = createCpuProgress(embedded.pid)
  // PGlite has one session: a second connection would share its named statements and transactions.
  const pool = new PipelinedPool({
    host: embedded.socketFolder() ?? dataDir,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    // A new connection inherits the state of that session.
    onConnect: (client) => client.query('DISCARD ALL'),
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: POOL_WAIT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  })
  const isWorking = () => embedded.isWatchdogPaused() || hasWorked()
  const { stopGuard, ...open } = openPool(pool, { isPipelined: true, isWorking })
  const runWithoutWatchdog: EmbeddedDatabase['runWithoutWatchdog'] = (work) => waitForLongWork(pool, embedded, work)
  const stopVacuum = startVacuum(pool, { ...embedded, runWithoutWatchdog })
  return {
    ...open,
    kind: 'embedded',
    embedded: { ...embedded, runWithoutWatchdog },
    countWaiting: () => pool.countWaiting(),
    async close() {
      stopVacuum()
      stopGuard()
      await pool.end()
      await embedded.stop()
    },
  }
}

async function waitForLongWork<Result>(pool: Pool, embedded: EmbeddedDatabase, work: () => Promise<Result>) {
  pool.options.connectionTimeoutMillis = LONG_WORK_TIMEOUT_MS
  try {
    return await embedded.runWithoutWatchdog(work)
  } finally {
    if (!embedded.isWatchdogPaused()) pool.options.connectionTimeoutMillis = POOL_WAIT_TIMEOUT_MS
  }
}
