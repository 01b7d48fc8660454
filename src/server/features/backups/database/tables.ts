import type { ClientBase as Client } from 'pg'
import { readSiteTables } from './site-objects.ts'

/**
 * What no backup contains: who is signed in and in which browser, codes and links that are still valid, the state of
 * throttles, the running processes, and the list of this site's own backups.
 */
export const SHORT_LIVED_TABLES = [
  ...['sessions', 'trusted_browsers', 'auth_challenges', 'reset_codes', 'email_changes'],
  ...['throttles', 'server_processes', 'backups'],
]

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** This site's, in alphabetical order. */
export async function findTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables
     WHERE schemaname = 'public' AND tablename = ANY($1) AND tablename <> ALL($2) ORDER BY 1`,
    [await readSiteTables(client), SHORT_LIVED_TABLES],
  )
  return rows.map(({ name }) => name)
}

/** Quoted; without generated columns. */
export async function findColumns(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => quote(name))
}
