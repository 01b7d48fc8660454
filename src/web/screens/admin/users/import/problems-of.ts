import type { Line } from './check-lines.ts'
import { PEOPLE_COLUMNS } from './people-columns.ts'

/** All that is wrong with a line, in the order of its fields. */
export function problemsOf({ problem, problems }: Line): string[] {
  return [...PEOPLE_COLUMNS.map((column) => problems[column]), problem].filter((text) => text !== undefined)
}
