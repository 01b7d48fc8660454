import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ClientBase as Client } from 'pg'
import {
  type ArchiveManifest,
  BackupError,
  MAX_JSON_BYTES,
  MAX_PART_BYTES,
  parsePartEntry,
} from '../archive/archive-format.ts'
import { type ArchiveEntry, createDamagedError, readAll } from '../archive/read-archive.ts'
import { readSiteTables } from './site-objects.ts'
import { findTables, quote } from './tables.ts'

const UNKNOWN_DATA = 'This backup has data that this version does not know.'

/** Loads rows into empty tables, in the caller's transaction. */
export class DatabaseLoader {
  readonly #client: Client
  #columns: ReadonlyMap<string, string[]> = new Map()
  readonly #loaded: Record<string, number> = {}
  #foreignKeys: { table: string; name: string; definition: string }[] = []

  constructor(client: Client) {
    this.#client = client
  }

  async begin(): Promise<void> {
    this.#columns = await findTables(this.#client)
    for (const table of this.#columns.keys()) this.#loaded[table] = 0
    await this.#dropForeignKeys()
    await this.#removeRows()
  }

  /** @param entry one part of a table */
  async load(entry: ArchiveEntry): Promise<void> {
    const table = parsePartEntry(entry.name) ?? ''
    const names = this.#columns.get(table)
    if (names === undefined) throw new BackupError(UNKNOWN_DATA)
    const lines = await unpackPart(entry)
    rejectUnknownColumns(lines, names)
    const columns = names.join(', ')
    const { rowCount } = await this.#client.query(
      `INSERT INTO ${quote(table)} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(null::${quote(table)}, $1::json)`,
      [`[${lines.trimEnd().replaceAll('\n', ',')}]`],
    )
    this.#loaded[table] = (this.#loaded[table] ?? 0) + (rowCount ?? 0)
  }

  /** Throws unless exactly the rows of the manifest were loaded. */
  async finish(manifest: Pick<ArchiveManifest, 'tables' | 'sequences'>): Promise<void> {
    for (const [table, rows] of Object.entries(manifest.tables)) {
      if (this.#loaded[table] === undefined) throw new BackupError(UNKNOWN_DATA)
      if (this.#loaded[table] !== rows) throw createDamagedError()
    }
    for (const [name, last] of Object.entries(manifest.sequences))
      if (last !== null) await this.#client.query('SELECT setval($1::regclass, $2)', [`public.${quote(name)}`, last])
    for (const { table, name, definition } of this.#foreignKeys)
      await this.#client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }

  /** A migration may have written rows of its own. */
  async #removeRows(): Promise<void> {
    const tables = [...this.#columns.keys()].map(quote)
    const { rows } = await this.#client.query<{ name: string }>(
      tables.map((table) => `SELECT '${table}' AS name WHERE EXISTS (SELECT 1 FROM ${table})`).join(' UNION ALL '),
    )
    for (const { name } of rows) await this.#client.query(`DELETE FROM ${name}`)
  }

  /** The tables' order then does not matter. Adding them again checks all rows. */
  async #dropForeignKeys(): Promise<void> {
    const { rows } = await this.#client.query<{ table: string; name: string; definition: string }>(
      `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(c.oid) AS definition
       FROM pg_constraint c JOIN pg_class t ON t.oid = conrelid
       WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND t.relname = ANY($1)`,
      [await readSiteTables(this.#client)],
    )
    this.#foreignKeys = rows
    const drops = rows.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name};`)
    await this.#client.query(drops.join(' '))
  }
}

/** PostgreSQL would leave them out without a word. All rows of a part have the same columns. */
function rejectUnknownColumns(lines: string, names: readonly string[]): void {
  const [line = ''] = lines.split('\n', 1)
  if (Object.keys(parseRow(line)).some((name) => !names.includes(quote(name)))) throw new BackupError(UNKNOWN_DATA)
}

function parseRow(line: string): object {
  try {
    return JSON.parse(line) as object
  } catch (cause) {
    throw createDamagedError(cause)
  }
}

/** One row a line. */
export async function unpackPart(entry: ArchiveEntry): Promise<string> {
  const packed = await readAll(entry, MAX_PART_BYTES)
  const unpacked = await promisify(gunzip)(packed, { maxOutputLength: MAX_JSON_BYTES }).catch((cause: unknown) => {
    throw createDamagedError(cause)
  })
  return unpacked.toString('utf8')
}
