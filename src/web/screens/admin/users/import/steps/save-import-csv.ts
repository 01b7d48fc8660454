import { downloadCsv } from '#web/features/panels/download-csv.ts'
import { IMPORT_COLUMNS } from '../parse/import-columns.ts'
import type { SkippedRow } from '../use-import.ts'

const EXAMPLE_ROWS = [
  ['Mara', 'Ilves', 'mara.ilves@example.com', '1991-04-17', 'Female'],
  ['Kofi', 'Boateng', 'kofi.boateng@example.com', '', 'Male'],
  ['Mary Ann', "O'Neill", 'maryann.oneill@example.com', '', ''],
]

export const saveExampleCsv = () => downloadCsv('users-example.csv', IMPORT_COLUMNS, EXAMPLE_ROWS)

/** Once the problems are fixed, this file can be imported as it is: the extra columns are ignored. */
export const saveSkippedRows = (skippedRows: SkippedRow[]) =>
  downloadCsv(
    'skipped-users.csv',
    [...IMPORT_COLUMNS, 'row', 'problem'],
    skippedRows.map(({ row: { fields, number }, reason }) => [
      ...IMPORT_COLUMNS.map((column) => fields[column]),
      number,
      reason,
    ]),
  )
