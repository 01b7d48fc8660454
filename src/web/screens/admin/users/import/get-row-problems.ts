import type { ImportRow } from './check-rows.ts'
import { IMPORT_COLUMNS } from './import-columns.ts'

/** All that is wrong with a line, in the order of its fields. */
export function getRowProblems({ problem, problems }: ImportRow): string[] {
  return [...IMPORT_COLUMNS.map((column) => problems[column]), problem].filter((text) => text !== undefined)
}
