import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { Client, ClientBase } from 'pg'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import type { Database } from './connect.ts'
import { isPermissionDenied } from './database-errors.ts'
import { toDirectConnectionError } from './direct-connection-error.ts'
import { withClient } from './open-client.ts'
import { requireUtf8 } from './require-utf8.ts'

export const MIGRATIONS = join(PROJECT_ROOT, 'migrations')

/** Any constant that never changes between versions. */
export const MIGRATION_LOCK_ID = 7_265_104

interface Journal {
  entries: { tag: string; when: number }[]
}

/**
 * Servers that start at the same time take turns.
 * @param fill writes what a new database begins with, in the same turn
 * @param beforeUpgrade runs when a database that another version has made is about to change
 */
export async function migrate(
  database: Database,
  migrationsFolder: string,
  fill: () => Promise<void> = async () => {},
  beforeUpgrade: () => Promise<void> = async () => {},
): Promise<void> {
  const apply = async (client: Client) => {
    await requireUtf8(client)
    if (await hasPendingMigrations(client, migrationsFolder)) await beforeUpgrade()
    await applyMigrations(drizzle(client), { migrationsFolder }).catch((error: unknown) => {
      throw isPermissionDenied(error) ? toDirectConnectionError(error, database) : error
    })
  }
  if (database.embedded) {
    await database.embedded.runWithoutWatchdog(() => withClient(database, apply))
    await fill()
    return
  }
  await withClient(database, async (client) => {
    // Released when the connection ends.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_ID])
    await apply(client)
    await fill()
  })
}

const readJournal = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as Journal

/** When the newest migration of this database was made; null before the first. */
async function readLastMigration(client: ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists`,
  )
  if (!rows[0]?.exists) return null
  const last = await client.query<{ last: string | null }>(
    'SELECT max(created_at) AS last FROM drizzle.__drizzle_migrations',
  )
  return last.rows[0]?.last ? Number(last.rows[0].last) : null
}

/** False for a database without any. */
async function hasPendingMigrations(client: ClientBase, folder: string): Promise<boolean> {
  const last = await readLastMigration(client)
  return last !== null && (await readJournal(folder)).entries.some(({ when }) => when > last)
}

/** The name of the newest migration; null without any, or when it is a newer version's. */
export async function readMigrationTag(client: ClientBase): Promise<string | null> {
  const last = await readLastMigration(client)
  return (await readJournal(MIGRATIONS)).entries.find(({ when }) => when === last)?.tag ?? null
}

export async function isKnownMigration(tag: string): Promise<boolean> {
  return (await readJournal(MIGRATIONS)).entries.some((entry) => entry.tag === tag)
}
