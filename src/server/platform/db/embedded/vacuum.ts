import type { Pool } from 'pg'
import type { EmbeddedDatabase } from './embedded-supervisor.ts'

const CHECK_INTERVAL_MS = 5_000
const IDLE_FOR_MS = 5_000
const VACUUM_INTERVAL_MS = 10 * 60_000
/** Even without an idle moment. */
const MAX_VACUUM_DELAY_MS = 60 * 60_000
const TABLE_TIMEOUT_MS = 10 * 60_000

/** PGlite runs no autovacuum. Vacuums after writes, in an idle moment. Returns the function that stops it. */
export function startVacuum(pool: Pool, embedded: EmbeddedDatabase): () => void {
  let vacuumedAt = Date.now()
  let lastUsedAt = Date.now()
  let logPosition: string | null = null
  let isRunning = false
  pool.on('release', () => {
    if (!isRunning) lastUsedAt = Date.now()
  })
  const timer = setInterval(() => {
    const isIdle = Date.now() - lastUsedAt >= IDLE_FOR_MS && pool.idleCount === pool.totalCount
    const age = Date.now() - vacuumedAt
    if (isRunning || age < VACUUM_INTERVAL_MS || !(isIdle || age >= MAX_VACUUM_DELAY_MS)) return
    isRunning = true
    vacuumedAt = Date.now()
    void embedded
      .runWithoutWatchdog(async () => {
        if ((await readLogPosition(pool)) === logPosition) return
        await vacuumDatabase(pool)
        logPosition = await readLogPosition(pool)
      })
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
  for (const { name } of tables.rows) {
    const vacuum = { text: `VACUUM (ANALYZE) ${name}`, query_timeout: TABLE_TIMEOUT_MS }
    await pool.query(vacuum)
  }
}

/** Changes with every write. */
async function readLogPosition(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ position: string }>('SELECT pg_current_wal_insert_lsn()::text AS position')
  return rows[0]?.position ?? null
}
