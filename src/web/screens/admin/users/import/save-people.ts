import { FORMULA } from '#contract/csv.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { PEOPLE_COLUMNS } from './people-columns.ts'
import type { LeftOut } from './use-import.ts'

const EXAMPLE = [
  ['Mara', 'Ilves', 'mara.ilves@example.com', '1991-04-17', 'Female'],
  ['Kofi', 'Boateng', 'kofi.boateng@example.com', '', 'Male'],
  ['Mary Ann', "O'Neill", 'maryann.oneill@example.com', '', ''],
]

/** A file to start from. */
export const saveExample = () => save('users-example.csv', [...PEOPLE_COLUMNS], EXAMPLE)

/** Those who were not imported, each with the reason: mended, the file can be imported as it is. */
export const saveLeftOut = (leftOut: LeftOut[]) =>
  save(
    'users-left-out.csv',
    [...PEOPLE_COLUMNS, 'line', 'problem'],
    leftOut.map(({ line: { fields, number }, reason }) => [
      ...PEOPLE_COLUMNS.map((column) => fields[column]),
      number,
      reason,
    ]),
  )

async function save(name: string, columns: string[], rows: (string | number)[][]): Promise<void> {
  const { default: Papa } = await import('papaparse')
  // The mark at its start tells Excel that this is UTF-8.
  saveFile(
    name,
    'text/csv;charset=utf-8',
    `\ufeff${Papa.unparse([columns, ...rows], { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`,
  )
}
