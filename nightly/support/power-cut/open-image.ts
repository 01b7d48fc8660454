import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Client } from 'pg'
import type { Query } from '../checks/find-problems.ts'

const CHECK_INDEXES = `
  select bt_index_check(index => c.oid, heapallindexed => true)
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  join pg_namespace n on n.oid = c.relnamespace where a.amname = 'btree' and i.indisvalid and n.nspname = 'public'`

/** Opens a data folder of the embedded database, which recovers it. */
export async function openEmbeddedImage<Result>(
  folder: string,
  use: (query: Query) => Promise<Result>,
): Promise<Result> {
  const db = await PGlite.create({ dataDir: folder, extensions: { pg_trgm, amcheck } })
  try {
    return await use(async (text) => (await db.query<Record<string, unknown>>(text)).rows)
  } finally {
    await db.close()
  }
}

export async function openServerImage<Result>(url: string, use: (query: Query) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await use(async (text) => (await client.query<Record<string, unknown>>(text)).rows)
  } finally {
    await client.end()
  }
}

/** Every index has every row, and in order. */
export async function findIndexProblems(query: Query): Promise<string[]> {
  try {
    await query('create extension if not exists amcheck')
    await query(CHECK_INDEXES)
    return []
  } catch (error) {
    return [`an index is broken: ${String(error)}`]
  }
}
