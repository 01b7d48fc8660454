import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase as Client } from 'pg'
import { MIGRATIONS } from '#server/platform/db/migrate.ts'
import { isMigrated } from './site-objects.ts'

interface Journal {
  entries: { tag: string }[]
}

/**
 * As drizzle's migrator does it, which has a transaction of its own: here it is the caller's, so that nothing of a restore
 * stays when a migration fails.
 * @param last the migration to end with; by default this version's last one
 */
export async function applyMigrations(client: Client, last?: string): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle')
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  )
  const applied = (await readAppliedMigration(client)) ?? 0
  const { entries } = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as Journal
  const end = last === undefined ? entries.length : entries.findIndex(({ tag }) => tag === last) + 1
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: MIGRATIONS }).slice(0, end)) {
    if (folderMillis <= applied) continue
    await client.query(sql.join('\n;\n'))
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

async function readAppliedMigration(client: Client): Promise<number | null> {
  if (!(await isMigrated(client))) return null
  const { rows } = await client.query<{ applied: string | null }>(
    'SELECT max(created_at) AS applied FROM drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.applied ?? 0)
}

const getLastMigration = () => readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis ?? 0

/** Whether the tables are as this version knows them. */
export const hasAllMigrations = async (client: Client) => (await readAppliedMigration(client)) === getLastMigration()

export const isNewerDatabase = async (client: Client) =>
  ((await readAppliedMigration(client)) ?? 0) > getLastMigration()
