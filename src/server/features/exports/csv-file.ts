import { Readable } from 'node:stream'
import Papa from 'papaparse'
import type * as z from 'zod/mini'
import { FORMULA_START } from '#contract/csv.ts'
import type { Db } from '#server/platform/db/connect.ts'

/** Rows in memory at once. */
export const BATCH_SIZE = 1_000

/** Without it Excel does not read the file as UTF-8. */
const BOM = '\ufeff'

/** A table as an RFC 4180 file, newest row first. */
export interface CsvFile<Filter extends z.ZodMiniType> {
  /** The date is appended. */
  name: string
  /** The query string's schema. */
  filter: Filter
  columns: readonly string[]
  /** The next rows, with ids below `beforeId`. */
  rows(
    db: Db,
    filter: z.output<Filter>,
    beforeId: number | undefined,
  ): Promise<{ id: number; cells: (string | number | boolean | null)[] }[]>
}

/** Loads rows only as fast as the client reads them. */
export function createCsvStream<Filter extends z.ZodMiniType>(
  file: CsvFile<Filter>,
  db: Db,
  filter: z.output<Filter>,
): Readable {
  return Readable.from(generateCsv(file, db, filter), { objectMode: false })
}

/** Pages by id, not by offset, so that rows added or deleted during the export shift no others. */
async function* generateCsv<Filter extends z.ZodMiniType>(
  file: CsvFile<Filter>,
  db: Db,
  filter: z.output<Filter>,
): AsyncGenerator<string> {
  let rows = await file.rows(db, filter, undefined)
  yield BOM + toCsv([[...file.columns], ...rows.map(({ cells }) => cells)])
  while (rows.length === BATCH_SIZE) {
    rows = await file.rows(db, filter, rows.at(-1)?.id)
    if (rows.length > 0) yield toCsv(rows.map(({ cells }) => cells))
  }
}

const toCsv = (rows: unknown[][]) => `${Papa.unparse(rows, { newline: '\r\n', escapeFormulae: FORMULA_START })}\r\n`
