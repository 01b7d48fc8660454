import { removeFormulaEscape } from '#contract/text/csv.ts'
import { LIMITS, IMPORT_FILE_MAX_ROWS } from '#contract/limits.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import { findColumn, REQUIRED_COLUMNS, IMPORT_COLUMNS, type ImportColumn } from './import-columns.ts'

export interface ParsedRow {
  /** As in a spreadsheet: the column names are row 1. */
  number: number
  fields: Record<ImportColumn, string>
  /** What is wrong with the row as a whole, rather than with one field. */
  problem: string | undefined
}

export interface ParsedUserFile {
  rows: ParsedRow[]
  ignoredColumns: string[]
}

/** The whole file is unusable; the message is shown to the admin. */
export class UserFileError extends Error {}

const SEPARATORS = [',', ';', '\t']
const MEGABYTE = 1024 * 1024

/** Excel writes UTF-8, UTF-16 or, in old versions, windows-1252. */
export async function decodeFile(file: Blob): Promise<string> {
  if (file.size > LIMITS.uploadBytes) {
    const megabytes = (Math.ceil((file.size / MEGABYTE) * 10) / 10).toFixed(1)
    throw new UserFileError(`It is ${megabytes} MB. The limit is ${LIMITS.uploadBytes / MEGABYTE} MB.`)
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** @throws UserFileError when there are no rows to import */
export async function parseUserFile(text: string): Promise<ParsedUserFile> {
  const { default: Papa } = await import('papaparse')
  // Concatenated files mix line endings; the parser supports one per file.
  const normalizedText = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const parse = (delimiter: string, preview = 0) =>
    Papa.parse<string[]>(normalizedText, { delimiter, newline: '\n', preview })
  // The delimiter is the one that finds the most known columns in the first row.
  const countKnownColumns = (delimiter: string) =>
    parse(delimiter, 1).data[0]?.filter((name) => findColumn(name)).length ?? 0
  const delimiter = SEPARATORS.reduce((best, one) => (countKnownColumns(one) > countKnownColumns(best) ? one : best))
  const { data, errors } = parse(delimiter)
  const headers = (data[0] ?? []).map((name) => removeFormulaEscape(name.trim()))
  const columns = headers.map(findColumn)
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    throw new UserFileError(
      `The first row must contain the columns ${REQUIRED_COLUMNS.join(', ')}. Missing: ${missing.join(', ')}.`,
    )
  }
  const isMalformed = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const rows = data.flatMap((cells, row) => {
    if (row === 0 || cells.every((cell) => cell.trim() === '')) return []
    return [
      {
        number: row + 1,
        fields: toFields(cells, columns),
        problem: getRowProblem(cells, headers.length, isMalformed.has(row)),
      },
    ]
  })
  if (rows.length === 0) throw new UserFileError('It has no rows below the column names.')
  if (rows.length > IMPORT_FILE_MAX_ROWS) {
    throw new UserFileError(
      `It has ${formatCount(rows.length)} rows. The limit is ${formatCount(IMPORT_FILE_MAX_ROWS)}.`,
    )
  }
  return { rows, ignoredColumns: headers.filter((name, index) => name !== '' && !isColumnUsed(columns, index)) }
}

/** Of two columns with the same name, the first is used. */
const isColumnUsed = (columns: readonly unknown[], index: number) =>
  columns[index] !== undefined && columns.indexOf(columns[index]) === index

function toFields(cells: string[], columns: (ImportColumn | undefined)[]): Record<ImportColumn, string> {
  const field = (column: ImportColumn) => removeFormulaEscape((cells[columns.indexOf(column)] ?? '').trim())
  return Object.fromEntries(
    IMPORT_COLUMNS.map((column) => [column, columns.includes(column) ? field(column) : '']),
  ) as Record<ImportColumn, string>
}

function getRowProblem(cells: string[], columnCount: number, isMalformed: boolean): string | undefined {
  if (isMalformed) return 'A quotation mark is missing or misplaced'
  // Usually an unquoted comma within a name.
  if (cells.slice(columnCount).some((cell) => cell.trim() !== '')) return 'This row has more values than columns'
  return undefined
}
