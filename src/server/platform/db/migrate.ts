import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import type { Database } from './connect.ts'

/** Any number, the same for every version of ours: who holds it migrates. */
const MIGRATION_LOCK_ID = 7_265_104

/** Brings the schema up to date; several servers starting at once take turns. */
export async function migrate(database: Database, migrationsFolder: string): Promise<void> {
  const run = () => applyWithoutTimeouts(database, migrationsFolder)
  await (database.embedded ? database.embedded.runWithoutWatchdog(run) : run())
}

async function applyWithoutTimeouts(database: Database, migrationsFolder: string): Promise<void> {
  // Not one of the pool's: its time limits, meant for requests, would end a long migration or the wait for one.
  const client = new Client({
    ...database.pool.options,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    // Let go when the connection ends, however it does.
    if (database.kind === 'server') await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_ID])
    await applyMigrations(drizzle(client), { migrationsFolder })
  } finally {
    await client.end()
  }
}
