import type { Pool } from 'pg'
import type { EmbeddedDatabase } from './embedded-supervisor.ts'

const CHECK_INTERVAL_MS = 5_000
const ANALYZE_INTERVAL_MS = 60_000
const VACUUM_INTERVAL_MS = 10 * 60_000
const IDLE_FOR_MS = 5_000
/** Even without an idle moment. */
const MAX_VACUUM_DELAY_MS = 60 * 60_000
const TABLE_TIMEOUT_MS = 10 * 60_000

/**
 * PGlite runs no autovacuum. Vacuums after writes, in an idle moment, and analyzes what has changed much every minute.
 * Returns the function that stops both.
 */
export function startVacuum(pool: Pool, embedded: EmbeddedDatabase): () => void {
  let vacuumedAt = Date.now()
  let analyzedAt = Date.now()
  let lastUsedAt = Date.now()
  let logPosition: string | null = null
  let isRunning = false
  pool.on('release', () => {
    if (!isRunning) lastUsedAt = Date.now()
  })
  const vacuumAfterWrites = async () => {
    if ((await readLogPosition(pool)) === logPosition) return
    await vacuumDatabase(pool)
    logPosition = await readLogPosition(pool)
  }
  const findDueWork = () => {
    const now = Date.now()
    const isIdle = now - lastUsedAt >= IDLE_FOR_MS && pool.idleCount === pool.totalCount
    if (now - vacuumedAt >= (isIdle ? VACUUM_INTERVAL_MS : MAX_VACUUM_DELAY_MS)) {
      vacuumedAt = now
      return () => embedded.runWithoutWatchdog(vacuumAfterWrites)
    }
    if (now - analyzedAt < ANALYZE_INTERVAL_MS) return null
    analyzedAt = now
    return () => analyzeChangedTables(pool, embedded)
  }
  const timer = setInterval(() => {
    const work = isRunning ? null : findDueWork()
    if (!work) return
    isRunning = true
    void work()
      // The database is down: the next run will do.
      .catch(() => null)
      .finally(() => (isRunning = false))
  }, CHECK_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

/** Table by table, so that a query waits for one table at most. */
export async function vacuumDatabase(pool: Pool): Promise<void> {
  const tables = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables.rows) await runLong(pool, `VACUUM (ANALYZE) ${name}`)
}

/** Those of which autovacuum would: without statistics a plan can take a hundred times as long. */
async function analyzeChangedTables(pool: Pool, embedded: EmbeddedDatabase): Promise<void> {
  const tables = await pool.query<{ name: string }>(
    `SELECT relid::regclass::text AS name FROM pg_stat_user_tables JOIN pg_class ON oid = relid
     WHERE n_mod_since_analyze > current_setting('autovacuum_analyze_threshold')::int
       + current_setting('autovacuum_analyze_scale_factor')::float * greatest(reltuples, 0)`,
  )
  for (const { name } of tables.rows) await embedded.runWithoutWatchdog(() => runLong(pool, `ANALYZE ${name}`))
}

async function runLong(pool: Pool, text: string): Promise<void> {
  const query = { text, query_timeout: TABLE_TIMEOUT_MS }
  await pool.query(query)
}

/** Changes with every write. */
async function readLogPosition(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ position: string }>('SELECT pg_current_wal_insert_lsn()::text AS position')
  return rows[0]?.position ?? null
}
