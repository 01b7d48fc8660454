import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { Database } from './connect.ts'

/** Any number, the same for every version of ours: who holds it migrates. */
const LOCK = 7_265_104

/** Brings the schema up to date; several servers starting at once take turns. */
export async function migrate(database: Database, migrationsFolder: string): Promise<void> {
  const client = await database.pool.connect()
  try {
    if (database.kind === 'server') await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await applyMigrations(drizzle(client), { migrationsFolder })
  } finally {
    if (database.kind === 'server') await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => null)
    client.release()
  }
}
