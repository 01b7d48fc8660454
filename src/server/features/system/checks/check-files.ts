import { randomBytes } from 'node:crypto'
import { access, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { type DiskUsage, getReserve, type ReadDiskUsage, WARNING_FACTOR } from '#server/platform/storage/disk-space.ts'
import { type CheckTarget, ok, problem, warning } from './check.ts'

const AREA = { area: 'disk' } as const
const SPACE = { code: 'disk_space', title: 'Disk space', ...AREA }
const WRITABLE = { code: 'data_writable', title: 'Data folder', ...AREA }
const PRIVATE = { code: 'data_private', title: 'Access to the data folder', ...AREA }
const OTHERS = 0o077

export const createFileChecks =
  (readUsage: ReadDiskUsage) =>
  async ({ env }: CheckTarget): Promise<SystemCheck[]> => {
    const written = await checkWritable(env.dataDir)
    if (written.status === 'error') return [written]
    return [written, checkSpace(await readUsage(env.dataDir)), ...(await checkPrivate(env.dataDir))]
  }

function checkSpace(usage: DiskUsage): SystemCheck {
  const text = `${toGigabytes(usage.freeBytes)} of ${toGigabytes(usage.totalBytes)} free.`
  const reserve = getReserve(usage)
  const advice = 'Free some space or use a larger disk.'
  if (usage.freeBytes < reserve)
    return problem(SPACE, `${text} Uploads are refused to keep room for the database. ${advice}`)
  if (usage.freeBytes < WARNING_FACTOR * reserve)
    return warning(SPACE, `${text} Uploads will be refused at ${toGigabytes(reserve)}. ${advice}`)
  return ok(SPACE, text)
}

const toGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

/** Writes and flushes a file, as the database and uploads do. */
async function checkWritable(dataDir: string): Promise<SystemCheck> {
  const path = join(dataDir, `.check-${randomBytes(6).toString('hex')}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile('check')
      await file.sync()
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
    return ok(WRITABLE, `${dataDir} takes files.`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return problem(WRITABLE, `No file can be written to ${dataDir} (${code}). ${ADVICE[code] ?? ADVICE.EACCES}`)
  }
}

const ADVICE: Record<string, string> = {
  EACCES: 'Make the server’s user the owner of the folder.',
  ENOENT: 'Create the folder, or correct DATA_DIR.',
  ENOSPC: 'Free some space or use a larger disk.',
  EROFS: 'Mount the disk so that it can be written to.',
}

/** The data has password hashes and emails with codes, and .env has passwords. */
async function checkPrivate(dataDir: string): Promise<SystemCheck[]> {
  if (process.platform === 'win32') return []
  const open = []
  for (const [path, mode] of [
    [join(dataDir, 'database'), 700],
    [join(dataDir, 'uploads'), 700],
    ['.env', 600],
  ] as const) {
    const exists = await access(path).then(
      () => true,
      () => false,
    )
    if (exists && ((await stat(path)).mode & OTHERS) !== 0) open.push(`chmod ${mode} ${path}`)
  }
  return [
    open.length > 0
      ? warning(PRIVATE, `Other users of this machine can read private files. Run: ${open.join(' && ')}`)
      : ok(PRIVATE, 'Only the server’s user can read it.'),
  ]
}
