import { undefused } from '#contract/csv.ts'
import { LIMITS } from '#contract/schemas/fields.ts'
import { IMPORT_FILE_ROWS } from '#contract/schemas/user-panel.ts'
import { columnOf, NEEDED, PEOPLE_COLUMNS, type PeopleColumn } from './people-columns.ts'

export interface GivenLine {
  /** As a spreadsheet counts: the columns' names stand in line 1. */
  number: number
  fields: Record<PeopleColumn, string>
  /** What is wrong with the line as such. */
  problem: string | undefined
}

export interface PeopleFile {
  lines: GivenLine[]
  /** Names of the columns that are none of ours. */
  ignored: string[]
}

/** Why a file cannot be taken at all, in words for a person. */
export class FileProblem extends Error {}

const SEPARATORS = [',', ';', '\t']
const COUNT = new Intl.NumberFormat('en-US')
const MEGABYTE = 1024 * 1024

/** The text of a file: UTF-8 or what Excel writes otherwise. */
export async function textOf(file: Blob): Promise<string> {
  if (file.size > LIMITS.uploadBytes) {
    throw new FileProblem(
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
export async function readPeople(text: string): Promise<PeopleFile> {
  const { default: Papa } = await import('papaparse')
  // Files that were put together have more than one kind of line ends; the parser knows one in a file.
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const parse = (delimiter: string, preview = 0) => Papa.parse<string[]>(plain, { delimiter, newline: '\n', preview })
  // The first line has to name columns that we know: what separates most of them is the separator.
  const known = (delimiter: string) => parse(delimiter, 1).data[0]?.filter((name) => columnOf(name)).length ?? 0
  const delimiter = SEPARATORS.reduce((best, one) => (known(one) > known(best) ? one : best))
  const { data, errors } = parse(delimiter)
  const names = (data[0] ?? []).map((name) => undefused(name.trim()))
  const columns = names.map(columnOf)
  const missing = NEEDED.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    throw new FileProblem(
      `The first line has to name the columns ${NEEDED.join(', ')}. Missing here: ${missing.join(', ')}.`,
    )
  }
  const isMalformed = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const lines = data.flatMap((cells, row) => {
    if (row === 0 || cells.every((cell) => cell.trim() === '')) return []
    return [
      {
        number: row + 1,
        fields: fieldsOf(cells, columns),
        problem: lineProblem(cells, names.length, isMalformed.has(row)),
      },
    ]
  })
  if (lines.length === 0) throw new FileProblem('There is nobody in it: below the columns’ names stands nothing.')
  if (lines.length > IMPORT_FILE_ROWS) {
    throw new FileProblem(
      `It has ${COUNT.format(lines.length)} lines of people. An import takes at most ${COUNT.format(IMPORT_FILE_ROWS)}.`,
    )
  }
  return { lines, ignored: names.filter((name, place) => name !== '' && !isRead(columns, place)) }
}

/** Of two columns of one name the first is read. */
const isRead = (columns: readonly unknown[], place: number) =>
  columns[place] !== undefined && columns.indexOf(columns[place]) === place

function fieldsOf(cells: string[], columns: (PeopleColumn | undefined)[]): Record<PeopleColumn, string> {
  const field = (column: PeopleColumn) => undefused((cells[columns.indexOf(column)] ?? '').trim())
  return Object.fromEntries(
    PEOPLE_COLUMNS.map((column) => [column, columns.includes(column) ? field(column) : '']),
  ) as Record<PeopleColumn, string>
}

function lineProblem(cells: string[], width: number, isMalformed: boolean): string | undefined {
  if (isMalformed) return 'A quotation mark is not closed, or stands where none can'
  // A separator within a name, without quotes around it.
  if (cells.slice(width).some((cell) => cell.trim() !== '')) return 'It has more fields than the first line has columns'
  return undefined
}
