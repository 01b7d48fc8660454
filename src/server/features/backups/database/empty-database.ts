import type { ClientBase } from 'pg'
import type { Database } from '#server/platform/db/connect.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { BackupError } from '../archive/archive-format.ts'

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

/** A server that runs meanwhile would write into what is replaced. The embedded database has a lock against it. */
export async function rejectOtherConnections(client: ClientBase, kind: Database['kind']): Promise<void> {
  if (kind === 'embedded') return
  const { rows } = await client.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  )
  if (rows.length > 0)
    throw new BackupError(
      'Other programs are connected to the database. Stop every server of this site, then try again.',
    )
}

/** Removes everything that migrations make. */
export async function emptyDatabase(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    SELECT format('DROP TABLE IF EXISTS public.%I CASCADE', tablename) AS statement
      FROM pg_tables WHERE schemaname = 'public'
    UNION ALL
    SELECT format('DROP SEQUENCE IF EXISTS public.%I CASCADE', sequencename) FROM pg_sequences WHERE schemaname = 'public'
    UNION ALL
    SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) FROM pg_proc p
      WHERE pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT 'DROP SCHEMA IF EXISTS drizzle CASCADE'`)
  await client.query('BEGIN')
  for (const { statement } of rows) await client.query(statement)
  await client.query('COMMIT')
}
