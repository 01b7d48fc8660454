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

/** This site's tables in alphabetical order, each with its columns: quoted, and without generated ones. */
export async function findTables(client: Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT relname AS name, array(
       SELECT attname::text FROM pg_attribute
       WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns
     FROM pg_class c
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname = ANY($1) AND relname <> ALL($2)
     ORDER BY relname`,
    [await readSiteTables(client), SHORT_LIVED_TABLES],
  )
  return new Map(rows.map(({ name, columns }) => [name, columns.map(quote)]))
}
