import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import type { Database } from './connect.ts'

/** Any constant that never changes between versions. */
const MIGRATION_LOCK_ID = 7_265_104

/**
 * Servers that start at the same time take turns.
 * @param fill writes what a new database begins with, in the same turn
 */
export async function migrate(
  database: Database,
  migrationsFolder: string,
  fill: () => Promise<void> = async () => {},
): Promise<void> {
  if (database.embedded) {
    await database.embedded.runWithoutWatchdog(() =>
      withUnlimitedClient(database, (client) => applyMigrations(drizzle(client), { migrationsFolder })),
    )
    await fill()
    return
  }
  await withUnlimitedClient(database, async (client) => {
    // Released when the connection ends.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_ID])
    await applyMigrations(drizzle(client), { migrationsFolder })
    await fill()
  })
}

/** Not from the pool, whose timeouts would abort a long migration or the wait for the lock. */
async function withUnlimitedClient(
  { pool, directUrl }: Database,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({
    ...pool.options,
    ...(directUrl !== undefined && { connectionString: directUrl }),
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
