import { readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { HOSTILE_NAMES } from './hostile-names.ts'

/** What a running product writes by itself: the database's files and the emails. */
const OWN_FILES = /^data\/(database|outbox)|\.s\.PGSQL/

/** Files with their size and time, by path. */
type Snapshot = Map<string, string>

interface Places {
  /** The parent of DATA_DIR, which is `data` in it. */
  folder: string
  /** Where a server might start from when it follows a name: each name is looked up from each. */
  bases: string[]
}

/** Every file of the folder, what is directly in the bases, and every file that a hostile name leads to from there. */
export function takeSnapshot({ folder, bases }: Places): Snapshot {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !OWN_FILES.test(path))
    .map((path) => join(folder, path))
  const beside = bases.flatMap((base) => readdirSync(base).map((name) => join(base, name)))
  const reached = bases.flatMap((base) =>
    HOSTILE_NAMES.flatMap((name) => readName(name)).map((name) => resolve(base, name)),
  )
  const snapshot: Snapshot = new Map()
  for (const path of new Set([...files, ...beside, ...reached])) {
    const stats = readStats(path)
    if (stats?.isFile()) snapshot.set(path, `${stats.size} ${stats.mtimeMs}`)
  }
  return snapshot
}

/** New and changed files, relative to the folder. */
export const findChangedFiles = (before: Snapshot, after: Snapshot, folder: string): string[] =>
  [...after].filter(([path, stats]) => before.get(path) !== stats).map(([path]) => relative(folder, path))

/** A name as it is, decoded once and twice, with slashes of either kind, and up to its first zero byte. */
function readName(name: string): string[] {
  const once = decode(name)
  const decoded = [name, once, decode(once)]
  const slashed = decoded.flatMap((one) => [one, one.replaceAll('\\', '/')])
  return [...new Set(slashed.map((one) => one.split('\u0000')[0] ?? '').filter(Boolean))]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Undefined also where a name is too long to be one. */
function readStats(path: string) {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
