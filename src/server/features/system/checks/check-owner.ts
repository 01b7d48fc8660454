import { execFile } from 'node:child_process'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { type LocalTarget, ok, warning } from './check.ts'

const FINDING = { code: 'data_owner', area: 'disk', title: 'Owner of the data' } as const
/** Folders with many files of which each would take time. */
const SHALLOW = new Set(['uploads', 'backups', 'outbox'])
/** Where DATA_DIR is a disk of its own, the file system has this folder, which is root's. */
const OF_THE_DISK = 'lost+found'

/** What a command wrote as root, the server's user cannot open. */
export async function checkOwner({ env }: LocalTarget): Promise<SystemCheck[]> {
  const { dataDir } = env
  const own = process.getuid?.()
  const folder = await lstat(join(dataDir, 'database')).catch(() => lstat(dataDir).catch(() => null))
  if (own === undefined || !folder) return []
  // Root may look at another user's site. Everybody else must be that user.
  const expected = own === 0 ? folder.uid : own
  const foreign = await findForeign(dataDir, expected)
  const [first] = foreign
  if (first === undefined) return [ok(FINDING, 'Everything belongs to the server’s user.')]
  const user = await findUserName(expected)
  const others = foreign.length > 1 ? `${first} and ${foreign.length - 1} more belong` : `${first} belongs`
  return [warning(FINDING, `${others} to another user. Run: sudo chown -R ${user} ${dataDir}`)]
}

async function findForeign(dataDir: string, expected: number): Promise<string[]> {
  const paths = [dataDir]
  for (const entry of await readdir(dataDir, { withFileTypes: true }).catch(() => [])) {
    if (entry.name === OF_THE_DISK) continue
    const path = join(dataDir, entry.name)
    paths.push(path)
    if (!entry.isDirectory()) continue
    const recursive = !SHALLOW.has(entry.name)
    const names = await readdir(path, { recursive }).catch(() => [])
    paths.push(...names.map((name) => join(path, name)))
  }
  const owners = await Promise.all(
    paths.map((path) =>
      lstat(path).then(
        ({ uid }) => uid,
        () => expected,
      ),
    ),
  )
  return paths.filter((_, n) => owners[n] !== expected)
}

const findUserName = (uid: number) =>
  promisify(execFile)('id', ['-nu', String(uid)]).then(
    ({ stdout }) => stdout.trim(),
    () => String(uid),
  )
