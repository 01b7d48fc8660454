import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ClientBase as Client } from 'pg'
import { type ArchiveManifest, MAX_JSON_BYTES, toPartEntry } from '../archive/archive-format.ts'
import type { ArchiveWriter } from '../archive/write-archive.ts'
import { readSiteSequences, readSiteTables } from './site-objects.ts'
import { findTables, quote } from './tables.ts'

const PART_BYTES = 2_000_000
const FIRST_FETCH_ROWS = 50
const MAX_FETCH_ROWS = 5_000

type DatabaseManifest = Pick<ArchiveManifest, 'tables' | 'sequences' | 'database_bytes'>

/** Writes all tables as of one moment, as JSON lines that either database can load. */
export async function dumpDatabase(
  client: Client,
  archive: Pick<ArchiveWriter, 'addBytes'>,
): Promise<DatabaseManifest> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    const manifest: DatabaseManifest = { tables: {}, sequences: {}, database_bytes: 0 }
    for (const [table, columns] of await findTables(client)) {
      const { rows, bytes } = await dumpTable(client, { table, columns, archive })
      manifest.tables[table] = rows
      manifest.database_bytes += bytes
    }
    // Last, because sequences are read as they are now: never behind the rows.
    manifest.sequences = await readSequences(client)
    return manifest
  } finally {
    await client.query('ROLLBACK')
  }
}

interface TableDump {
  table: string
  columns: readonly string[]
  archive: Pick<ArchiveWriter, 'addBytes'>
}

async function dumpTable(client: Client, { table, columns, archive }: TableDump) {
  await client.query(
    `DECLARE backup_rows NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS line
     FROM (SELECT ${columns.join(', ')} FROM ${quote(table)}) r`,
  )
  let [rows, bytes, part] = [0, 0, 0]
  let lines: string[] = []
  let length = 0
  const writePart = async () => {
    const json = Buffer.from(lines.join(''))
    if (json.length > MAX_JSON_BYTES) throw new Error(`A row of ${table} is too large for a backup`)
    await archive.addBytes(toPartEntry(table, ++part), await promisify(gzip)(json, { level: 4 }))
    bytes += json.length
    ;[lines, length] = [[], 0]
  }
  for (let count = FIRST_FETCH_ROWS; ; count = getNextCount(rows, bytes + length)) {
    const found = await client.query<{ line: string }>(`FETCH ${count} FROM backup_rows`)
    if (found.rows.length === 0) break
    for (const { line } of found.rows) {
      lines.push(`${line}\n`)
      length += line.length
      rows++
      if (length >= PART_BYTES) await writePart()
    }
  }
  if (length > 0) await writePart()
  await client.query('CLOSE backup_rows')
  return { rows, bytes }
}

/** About as many rows as a part has. */
const getNextCount = (rows: number, bytes: number) =>
  Math.min(Math.max(Math.round((PART_BYTES * rows) / (bytes + 1)), 1), MAX_FETCH_ROWS)

/** Null for a sequence that has given no value yet. */
async function readSequences(client: Client): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences s
     WHERE schemaname = 'public' AND (sequencename = ANY($1) OR EXISTS (
       SELECT 1 FROM pg_depend d
       WHERE d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass AND d.deptype IN ('a', 'i')
         AND d.refobjid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY($2))))`,
    [await readSiteSequences(client), await readSiteTables(client)],
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
