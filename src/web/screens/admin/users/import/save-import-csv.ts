import { FORMULA_START } from '#contract/csv.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import { IMPORT_COLUMNS } from './import-columns.ts'
import type { SkippedRow } from './use-import.ts'

const EXAMPLE_ROWS = [
  ['Mara', 'Ilves', 'mara.ilves@example.com', '1991-04-17', 'Female'],
  ['Kofi', 'Boateng', 'kofi.boateng@example.com', '', 'Male'],
  ['Mary Ann', "O'Neill", 'maryann.oneill@example.com', '', ''],
]

/** A file to start from. */
export const saveExampleCsv = () => saveCsv('users-example.csv', [...IMPORT_COLUMNS], EXAMPLE_ROWS)

/** Those who were not imported, each with the reason: mended, the file can be imported as it is. */
export const saveSkippedRows = (skippedRows: SkippedRow[]) =>
  saveCsv(
    'users-left-out.csv',
    [...IMPORT_COLUMNS, 'line', 'problem'],
    skippedRows.map(({ row: { fields, number }, reason }) => [
      ...IMPORT_COLUMNS.map((column) => fields[column]),
      number,
      reason,
    ]),
  )

async function saveCsv(name: string, columns: string[], rows: (string | number)[][]): Promise<void> {
  const { default: Papa } = await import('papaparse')
  // The mark at its start tells Excel that this is UTF-8.
  downloadFile(
    name,
    'text/csv;charset=utf-8',
    `\ufeff${Papa.unparse([columns, ...rows], { newline: '\r\n', escapeFormulae: FORMULA_START })}\r\n`,
  )
}
