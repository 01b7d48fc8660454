import { randomBytes } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { getErrorCode } from '#server/platform/error-code.ts'
import { type DiskUsage, getReserve, type ReadDiskUsage, WARNING_FACTOR } from '#server/platform/storage/disk-space.ts'
import { type LocalTarget, ok, problem, warning } from './check.ts'

const AREA = { area: 'disk' } as const
const SPACE = { code: 'disk_space', title: 'Disk space', ...AREA }
const WRITABLE = { code: 'data_writable', title: 'Data folder', ...AREA }
const PRIVATE = { code: 'data_private', title: 'Access to the data folder', ...AREA }
const OTHERS = 0o077

export const createFileChecks =
  (readUsage: ReadDiskUsage) =>
  async ({ env, warnings }: Pick<LocalTarget, 'env' | 'warnings'>): Promise<SystemCheck[]> => {
    const written = await checkWritable(WRITABLE, env.dataDir, 'DATA_DIR')
    if (written.status === 'error') return [written]
    const space = checkSpace(await readUsage(env.dataDir))
    // It also knows what open uploads have yet to write, and a disk of the uploads' own.
    const lowDisk = warnings.find(({ code }) => code === 'low_disk')
    return [
      written,
      space.status === 'ok' && lowDisk ? warning(SPACE, lowDisk.text) : space,
      ...(await checkPrivate(env.dataDir)),
    ]
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

/**
 * Writes and flushes a file, as the database and uploads do.
 * @param setting the one that names the folder
 */
export async function checkWritable(
  finding: Pick<SystemCheck, 'code' | 'area' | 'title'>,
  folder: string,
  setting: string,
): Promise<SystemCheck> {
  const path = join(folder, `.check-${randomBytes(6).toString('hex')}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile('check')
      await file.sync()
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
    return ok(finding, `${folder} takes files.`)
  } catch (error) {
    const code = getErrorCode(error) || 'unknown error'
    const advice = (ADVICE[code] ?? 'Look into the log of the system, and check the disk.').replace('DATA_DIR', setting)
    return problem(finding, `No file can be written to ${folder} (${code}). ${advice}`)
  }
}

const BECOME_OWNER = 'Make the server’s user the owner of the folder, and let it pass the folders above.'
const ADVICE: Record<string, string> = {
  EACCES: BECOME_OWNER,
  EPERM: BECOME_OWNER,
  EIO: 'The disk fails. Save what it has, and replace it.',
  ENOENT: 'Create the folder, or correct DATA_DIR.',
  ENOTDIR: 'A file is in the way. Correct DATA_DIR.',
  ENOSPC: 'Free some space or use a larger disk.',
  EDQUOT: 'Free some space or raise the quota.',
  EROFS:
    'Mount the disk so that it can be written to. With systemd, a folder outside of /var/lib/learn-lantern needs ReadWritePaths=.',
}

/** The data has password hashes, keys and emails with codes, and .env has passwords. */
async function checkPrivate(dataDir: string): Promise<SystemCheck[]> {
  if (process.platform === 'win32') return []
  const inData = ['', 'database', 'uploads', 'backups', 'outbox', 'secret.key'].map((name) => join(dataDir, name))
  const commands = await Promise.all([...inData, '.env'].map(findOpen))
  const open = commands.filter((command) => command !== undefined)
  return [
    open.length > 0
      ? warning(PRIVATE, `Other users of this machine can read private files. Run: ${open.join(' && ')}`)
      : ok(PRIVATE, 'Only the server’s user can read it.'),
  ]
}

/** The command that closes it. */
async function findOpen(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => null)
  if (!found || (found.mode & OTHERS) === 0) return undefined
  return `chmod ${found.isDirectory() ? 700 : 600} ${path}`
}
