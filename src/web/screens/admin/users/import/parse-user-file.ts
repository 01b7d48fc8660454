import { removeFormulaEscape } from '#contract/csv.ts'
import { LIMITS, IMPORT_FILE_MAX_ROWS } from '#contract/limits.ts'
import { findColumn, REQUIRED_COLUMNS, IMPORT_COLUMNS, type ImportColumn } from './import-columns.ts'

export interface ParsedRow {
  /** As a spreadsheet counts: the columns' names stand in line 1. */
  number: number
  fields: Record<ImportColumn, string>
  /** What is wrong with the line as such. */
  problem: string | undefined
}

export interface ParsedUserFile {
  rows: ParsedRow[]
  /** Names of the columns that are none of ours. */
  ignoredColumns: string[]
}

/** Why a file cannot be taken at all, in words for a person. */
export class UserFileError extends Error {}

const SEPARATORS = [',', ';', '\t']
const COUNT_FORMAT = new Intl.NumberFormat('en-US')
const MEGABYTE = 1024 * 1024

/** The text of a file: UTF-8 or what Excel writes otherwise. */
export async function decodeFile(file: Blob): Promise<string> {
  if (file.size > LIMITS.uploadBytes) {
    throw new UserFileError(
      `The file has ${(Math.ceil((file.size / MEGABYTE) * 10) / 10).toFixed(1)} MB. An import takes at most ${LIMITS.uploadBytes / MEGABYTE} MB.`,
    )
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Tells lines and fields apart. Throws a FileProblem where there is nobody to import. */
export async function parseUserFile(text: string): Promise<ParsedUserFile> {
  const { default: Papa } = await import('papaparse')
  // Files that were put together have more than one kind of line ends; the parser knows one in a file.
  const normalizedText = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const parse = (delimiter: string, preview = 0) =>
    Papa.parse<string[]>(normalizedText, { delimiter, newline: '\n', preview })
  // The first line has to name columns that we know: what separates most of them is the separator.
  const countKnownColumns = (delimiter: string) =>
    parse(delimiter, 1).data[0]?.filter((name) => findColumn(name)).length ?? 0
  const delimiter = SEPARATORS.reduce((best, one) => (countKnownColumns(one) > countKnownColumns(best) ? one : best))
  const { data, errors } = parse(delimiter)
  const headers = (data[0] ?? []).map((name) => removeFormulaEscape(name.trim()))
  const columns = headers.map(findColumn)
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    throw new UserFileError(
      `The first line has to name the columns ${REQUIRED_COLUMNS.join(', ')}. Missing here: ${missing.join(', ')}.`,
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
  if (rows.length === 0) throw new UserFileError('There is nobody in it: below the columns’ names stands nothing.')
  if (rows.length > IMPORT_FILE_MAX_ROWS) {
    throw new UserFileError(
      `It has ${COUNT_FORMAT.format(rows.length)} lines of people. An import takes at most ${COUNT_FORMAT.format(IMPORT_FILE_MAX_ROWS)}.`,
    )
  }
  return { rows, ignoredColumns: headers.filter((name, index) => name !== '' && !isColumnUsed(columns, index)) }
}

/** Of two columns of one name the first is read. */
const isColumnUsed = (columns: readonly unknown[], index: number) =>
  columns[index] !== undefined && columns.indexOf(columns[index]) === index

function toFields(cells: string[], columns: (ImportColumn | undefined)[]): Record<ImportColumn, string> {
  const field = (column: ImportColumn) => removeFormulaEscape((cells[columns.indexOf(column)] ?? '').trim())
  return Object.fromEntries(
    IMPORT_COLUMNS.map((column) => [column, columns.includes(column) ? field(column) : '']),
  ) as Record<ImportColumn, string>
}

function getRowProblem(cells: string[], columnCount: number, isMalformed: boolean): string | undefined {
  if (isMalformed) return 'A quotation mark is not closed, or stands where none can'
  // A separator within a name, without quotes around it.
  if (cells.slice(columnCount).some((cell) => cell.trim() !== ''))
    return 'It has more fields than the first line has columns'
  return undefined
}
