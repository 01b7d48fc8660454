import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { desc, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import { escapeFormulas } from '#contract/text/csv.ts'
import type { Db } from '#server/platform/db/connect.ts'

export interface IdRange {
  first: number
  last: number
}

type Cell = string | number | boolean | null

/** Rows in memory at once. */
const BATCH_SIZE = 1_000

/** Without it Excel does not read the file as UTF-8. */
const BOM = '\ufeff'

/** A table as an RFC 4180 file, newest row first. */
export interface CsvFile<Filter extends z.ZodMiniType> {
  /** The date is appended. */
  name: string
  /** The query string's schema. */
  filter: Filter
  columns: readonly string[]
  /** The ids of the next batch below `beforeId`, filtered or not. Null at the end. */
  nextRange(db: Db, beforeId: number | undefined): Promise<IdRange | null>
  /** Which rows the filter admits. */
  where(db: Db, filter: z.output<Filter>): Promise<SQL | undefined>
  /** The admitted rows of the range, newest first. */
  rows(db: Db, where: SQL | undefined, range: IdRange): Promise<Cell[][]>
}

/** Loads rows only as fast as the client reads them. */
export function createCsvStream<Filter extends z.ZodMiniType>(
  file: CsvFile<Filter>,
  db: Db,
  filter: z.output<Filter>,
): Readable {
  return Readable.from(generateCsv(file, db, filter), { objectMode: false })
}

/**
 * Takes the ids of all rows in batches and then asks which of them the filter admits. A search that finds everybody would
 * otherwise be run on the whole table for each batch. By id, not by offset, so that rows added or deleted meanwhile shift
 * no others.
 */
async function* generateCsv<Filter extends z.ZodMiniType>(
  file: CsvFile<Filter>,
  db: Db,
  filter: z.output<Filter>,
): AsyncGenerator<string> {
  const where = await file.where(db, filter)
  // The first rows come with the head, so that an error of the database is known before the answer begins.
  let pending = BOM + toCsv([[...file.columns]])
  for (let range = await file.nextRange(db, undefined); range; range = await file.nextRange(db, range.first)) {
    const rows = await file.rows(db, where, range)
    if (rows.length > 0) pending += toCsv(rows)
    if (pending !== '') yield pending
    pending = ''
  }
  if (pending !== '') yield pending
}

export async function findIdRange(db: Db, id: AnyPgColumn, beforeId: number | undefined): Promise<IdRange | null> {
  const batch = db
    .select({ id })
    .from(id.table)
    .where(beforeId === undefined ? undefined : lt(id, beforeId))
    .orderBy(desc(id))
    .limit(BATCH_SIZE)
    .as('batch')
  const [range] = await db
    .select({ first: sql<string | null>`min(${batch.id})`, last: sql<string | null>`max(${batch.id})` })
    .from(batch)
  return range?.first ? { first: Number(range.first), last: Number(range.last) } : null
}

function toCsv(rows: Cell[][]): string {
  const cells = rows.map((row) => row.map(escapeFormulas))
  return `${Papa.unparse(cells, { newline: '\r\n' })}\r\n`
}
