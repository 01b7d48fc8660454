import { Readable } from 'node:stream'
import Papa from 'papaparse'
import type * as z from 'zod/mini'
import { FORMULA_START } from '#contract/csv.ts'
import type { Db } from '#server/platform/db/connect.ts'

/** Rows that are in memory at once, of however many there are. */
export const BATCH_SIZE = 1_000

/** Without it Excel takes UTF-8 for the code page of its country. */
const BOM = '\ufeff'

/** A table as a file: RFC 4180, newest first. */
export interface CsvFile<Filter extends z.ZodMiniType> {
  /** The day is added to it. */
  name: string
  /** The query of its address. */
  filter: Filter
  columns: readonly string[]
  /** The next rows, those with lower ids than `before`. */
  rows(
    db: Db,
    filter: z.output<Filter>,
    beforeId: number | undefined,
  ): Promise<{ id: number; cells: (string | number | boolean | null)[] }[]>
}

/** The file's text, as fast as its reader takes it in: rows that nobody has room for are not asked for. */
export function createCsvStream<Filter extends z.ZodMiniType>(
  file: CsvFile<Filter>,
  db: Db,
  filter: z.output<Filter>,
): Readable {
  return Readable.from(generateCsv(file, db, filter), { objectMode: false })
}

/** By id and not by place: rows that come or go meanwhile move no others. */
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
