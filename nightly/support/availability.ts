import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Requests that a script made while it caused faults. */
export interface RequestCounts {
  /** Answered with what was asked for. */
  good: number
  /** Refused with 503 in the envelope within two seconds, while the database was away. */
  refused: number
  /** Everything else: no answer, a wrong one, or one that came late. */
  failed: number
}

const FOLDER = '.cache/nightly-requests'

/** Kept for T30, which sums the last runs of all scripts. */
export function saveRequestCounts(script: string, counts: RequestCounts): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${script}.json`), JSON.stringify(counts))
}

export function readRequestCounts(): Record<string, RequestCounts> {
  if (!existsSync(FOLDER)) return {}
  const files = readdirSync(FOLDER).sort()
  return Object.fromEntries(
    files.map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))]),
  )
}
