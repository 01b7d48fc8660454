import { closeSync, linkSync, openSync, readFileSync, rmSync, writeSync, fsyncSync } from 'node:fs'
import { join } from 'node:path'

interface Holder {
  pid: number
  /** The kernel's start time of that process, so that a reused pid is not taken for its holder. */
  startedAt: string
}

/** Another live process holds the data. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError'
}

/**
 * Takes the data folder for this process: two at once would destroy it without a word. A lock whose holder is gone
 * is taken over; one of a live process never. Gives the way to let go.
 */
export function lockData(folder: string): () => void {
  const path = join(folder, 'lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    if (tryLock(path)) return () => rmSync(path, { force: true })
    const holder = readHolder(path)
    if (holder && isAlive(holder)) {
      throw new DataInUseError(`The data in ${folder} is in use by another process (pid ${holder.pid}): stop it first, or set DATA_DIR`)
    }
    rmSync(path, { force: true })
  }
  throw new DataInUseError(`The data in ${folder} could not be locked: another process is starting on it`)
}

function tryLock(path: string): boolean {
  // Written aside and linked into place: a lock is there whole or not at all.
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, JSON.stringify({ pid: process.pid, startedAt: startTime(process.pid) } satisfies Holder))
    fsyncSync(file)
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    closeSync(file)
    rmSync(draft, { force: true })
  }
}

function readHolder(path: string): Holder | null {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(path, 'utf8')) as Holder
    return Number.isInteger(pid) ? { pid, startedAt: String(startedAt) } : null
  } catch {
    return null
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process may not be signalled, but it is there.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startTime(pid)
  return now === '' || startedAt === '' || now === startedAt
}

/** The 22nd field of /proc/pid/stat, in clock ticks since boot; empty where there is no /proc. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
