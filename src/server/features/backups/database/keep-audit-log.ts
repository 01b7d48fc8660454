import type { ClientBase as Client } from 'pg'
import { findTables } from './tables.ts'

/** Call it before the database is emptied, in the same transaction. */
export async function keepAuditLog(client: Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('public.audit_log') IS NOT NULL AS exists`,
  )
  if (rows[0]?.exists) await client.query('CREATE TEMP TABLE kept_audit_log ON COMMIT DROP AS SELECT * FROM audit_log')
}

/** Adds the entries that the archive lacks: a restore must not be a way to remove one. */
export async function returnAuditLog(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass('pg_temp.kept_audit_log') AND attnum > 0`,
  )
  if (rows.length === 0) return
  // The one that is replaced may have been another version's.
  const kept = new Set(rows.map(({ name }) => `"${name}"`))
  const present = (await findTables(client)).get('audit_log') ?? []
  const columns = present.filter((column) => kept.has(column) && column !== '"id"').join(', ')
  await client.query(
    `INSERT INTO audit_log (${columns}) SELECT ${columns} FROM kept_audit_log k WHERE NOT EXISTS (
       SELECT 1 FROM audit_log a WHERE (a.created_at, a.action, a.subject_kind, a.subject_id, a.actor_name)
         = (k.created_at, k.action, k.subject_kind, k.subject_id, k.actor_name)) ORDER BY k.id`,
  )
}
