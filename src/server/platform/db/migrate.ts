import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import type { Database } from './connect.ts'

/** Any constant that never changes between versions. */
const MIGRATION_LOCK_ID = 7_265_104

/** Servers that start at the same time take turns. */
export async function migrate(database: Database, migrationsFolder: string): Promise<void> {
  const run = () => applyWithoutTimeouts(database, migrationsFolder)
  await (database.embedded ? database.embedded.runWithoutWatchdog(run) : run())
}

async function applyWithoutTimeouts(database: Database, migrationsFolder: string): Promise<void> {
  // Not from the pool, whose timeouts would abort a long migration or the wait for the lock.
  const client = new Client({
    ...database.pool.options,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    // Released when the connection ends.
    if (database.kind === 'server') await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_ID])
    await applyMigrations(drizzle(client), { migrationsFolder })
  } finally {
    await client.end()
  }
}
