import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

interface LockFile {
  pid: number
  /** Tells that process from a later one with the same number. */
  startTime: string
}

/** Another live process holds the data. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError'
}

const LOCK_FILE_NAME = /^lock\.(\d+)\.(.+)$/
const heldPaths = new Set<string>()

/**
 * Takes the data folder for this process: two at once would destroy it without a word. Gives the way to let go.
 *
 * Each process puts down a claim under a name of its own and then looks for others. Of two that come at once the
 * later looker sees the other's claim, so both may withdraw but never both stay; and a claim can be cleared away as
 * soon as its process is gone, because its name never comes back. (One lock file that is taken over let two in.)
 */
export function lockDataFolder(folder: string): () => void {
  const ownName = `lock.${process.pid}.${getProcessStartTime(process.pid)}`
  const path = join(folder, ownName)
  if (heldPaths.has(path)) throw createInUseError(folder, process.pid)
  // 'w' rather than 'wx': where births cannot be told, an earlier process may have left this very name.
  closeSync(openSync(path, 'w', 0o600))
  for (const name of readdirSync(folder)) {
    const lockFile = name === ownName ? null : parseLockFileName(name)
    if (!lockFile) continue
    if (isAlive(lockFile)) {
      rmSync(path, { force: true })
      throw createInUseError(folder, lockFile.pid)
    }
    rmSync(join(folder, name), { force: true })
  }
  heldPaths.add(path)
  return () => {
    heldPaths.delete(path)
    rmSync(path, { force: true })
  }
}

function createInUseError(folder: string, pid: number): DataInUseError {
  return new DataInUseError(
    `The data in ${folder} is in use by another process (pid ${pid}): stop it first, or set DATA_DIR`,
  )
}

function parseLockFileName(name: string): LockFile | null {
  const [, pid, startTime] = LOCK_FILE_NAME.exec(name) ?? []
  return pid === undefined || startTime === undefined ? null : { pid: Number(pid), startTime }
}

function isAlive({ pid, startTime }: LockFile): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process may not be signalled, but it is there.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = getProcessStartTime(pid)
  return now === UNKNOWN || startTime === UNKNOWN || now === startTime
}

const UNKNOWN = 'unknown'

/** When the process began, as boot and clock ticks since then; `unknown` where there is no /proc. */
export function getProcessStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold anything; the start time is the 20th field after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)}-${ticks}`
  } catch {
    return UNKNOWN
  }
}
