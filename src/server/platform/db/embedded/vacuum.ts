import type { Pool } from 'pg'
import type { Embedded } from './embedded-parent.ts'

const LOOK_EVERY_MS = 5_000
const IDLE_FOR_MS = 5_000
const TIDY_EVERY_MS = 10 * 60_000
/** A database that is never idle needs it most. */
const TIDY_ANYWAY_AFTER_MS = 60 * 60_000
const TABLE_WITHIN_MS = 10 * 60_000

/** The embedded database runs no autovacuum: this is ours, after writes and when nobody waits. Gives the way to end it. */
export function keepTidy(pool: Pool, embedded: Embedded): () => void {
  let tidiedAt = Date.now()
  let usedAt = Date.now()
  let logPosition: string | null = null
  let busy = false
  pool.on('release', () => {
    if (!busy) usedAt = Date.now()
  })
  const timer = setInterval(() => {
    const isIdle = Date.now() - usedAt >= IDLE_FOR_MS && pool.idleCount === pool.totalCount
    const age = Date.now() - tidiedAt
    if (busy || age < TIDY_EVERY_MS || !(isIdle || age >= TIDY_ANYWAY_AFTER_MS)) return
    busy = true
    tidiedAt = Date.now()
    void embedded
      .patiently(async () => {
        if ((await readLogPosition(pool)) === logPosition) return
        await tidy(pool)
        logPosition = await readLogPosition(pool)
      })
      // It was away: the next time will do.
      .catch(() => null)
      .finally(() => (busy = false))
  }, LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Table by table, so that whoever comes meanwhile waits for one of them only. */
export async function tidy(pool: Pool): Promise<void> {
  const tables = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables.rows) {
    const vacuum = { text: `VACUUM (ANALYZE) ${name}`, query_timeout: TABLE_WITHIN_MS }
    await pool.query(vacuum)
  }
}

/** Moves with every write. */
async function readLogPosition(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ position: string }>('SELECT pg_current_wal_insert_lsn()::text AS position')
  return rows[0]?.position ?? null
}
