import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientBase, DatabaseError } from 'pg'
import type { Database } from '#server/platform/db/connect.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { BackupError } from '../archive/archive-format.ts'
import { findForeignTables, isMigrated, readSiteObjects } from './site-objects.ts'
import { quote } from './tables.ts'

/** PostgreSQL's dependent_objects_still_exist. */
const DEPENDENT_OBJECTS = '2BP01'

export const isFilled = (database: Database) => withClient(database, hasContent)

/** Accounts, courses or posts. The first admin, whom every start makes, does not count. */
export async function hasContent(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`SELECT to_regclass('public.users') IS NOT NULL AS exists`)
  if (!rows[0]?.exists) return false
  const found = await client.query<{ content: boolean }>(
    `SELECT (SELECT count(*) FROM users) > 1 OR EXISTS (SELECT 1 FROM courses) OR EXISTS (SELECT 1 FROM blogs) AS content`,
  )
  return found.rows[0]?.content === true
}

/** A connection that was closed is listed until its process has ended. */
const CLOSING_MS = 2_000
const RETRY_MS = 100

/** A server that runs meanwhile would write into what is replaced. The embedded database has a lock against it. */
export async function rejectOtherConnections(client: ClientBase, kind: Database['kind']): Promise<void> {
  if (kind === 'embedded') return
  for (let waitedMs = 0; await hasOtherConnections(client); waitedMs += RETRY_MS) {
    if (waitedMs >= CLOSING_MS)
      throw new BackupError(
        'Other programs are connected to the database. Stop every server of this site and other clients, such as a pooler, then try again.',
      )
    await sleep(RETRY_MS)
  }
}

async function hasOtherConnections(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  )
  return rows.length > 0
}

/** Refuses a database of another program. With `mayReplace` its tables may be beside this site's, and they stay. */
export async function rejectForeignTables(client: ClientBase, mayReplace: boolean): Promise<void> {
  const names = await findForeignTables(client)
  if (names.length === 0 || (mayReplace && (await isMigrated(client)))) return
  const shown = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`
  throw new BackupError(`The database has tables of another program (${shown}). Restore into an empty database.`)
}

/** Removes everything that migrations make, and nothing else. */
export async function emptyDatabase(client: ClientBase): Promise<void> {
  const objects = await readSiteObjects(client)
  try {
    // All tables in one statement, because they refer to each other, and before what their defaults and triggers use.
    for (const kind of ['TABLE', 'SEQUENCE', 'FUNCTION'] as const) {
      const names = objects.filter((object) => object.kind === kind).map(({ name }) => `public.${quote(name)}`)
      await client.query(`DROP ${kind} IF EXISTS ${names.join(', ')}`)
    }
    await client.query('DROP TABLE IF EXISTS drizzle.__drizzle_migrations')
  } catch (cause) {
    if (!(cause instanceof DatabaseError && cause.code === DEPENDENT_OBJECTS)) throw cause
    throw new BackupError(
      `Something else in the database depends on this site (${cause.detail ?? cause.message}). Restore into an empty database.`,
      { cause },
    )
  }
}
