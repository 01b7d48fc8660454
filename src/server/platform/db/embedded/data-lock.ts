import { once } from 'node:events'
import { chmodSync, closeSync, lstatSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { basename, join } from 'node:path'
import { MAX_SOCKET_PATH_BYTES } from './socket-path.ts'

interface LockFile {
  pid: number
  /** Distinguishes the process from a later one with the same pid. */
  startTime: string
}

export class DataInUseError extends Error {
  override readonly name = 'DataInUseError'
}

const OF_ANOTHER_CONTAINER = 'process in another container'
const LOCK_FILE_NAME = /^lock\.(\d+)\.(.+)$/
const heldPaths = new Set<string>()

/**
 * Locks the data folder, because two processes on it would destroy the data. Returns the function that unlocks it.
 *
 * Each process creates a lock file under its own name and then looks for others. Of two parallel processes at least one
 * sees the other, so both may give up but never both continue. A lock file can be removed once its process has ended,
 * because its name is never used again; taking over one shared lock file was not safe. A process of another container seems
 * to have ended, because its pid is not of this one; and without start times, an ended one seems to live when another process
 * has its pid. So the lock file is a socket that its process listens on, and is asked; and so is the database's, for a lock of
 * an earlier version.
 */
export async function lockDataFolder(folder: string, socketPath: string): Promise<() => void> {
  const ownName = `lock.${process.pid}.${getProcessStartTime(process.pid)}`
  const path = join(folder, ownName)
  if (heldPaths.has(path)) throw createInUseError(folder, `process (pid ${process.pid})`)
  const folderFd = openSync(folder, 'r')
  heldPaths.add(path)
  let server: Server | null = null
  const unlock = () => {
    heldPaths.delete(path)
    server?.close()
    rmSync(path, { force: true })
    closeSync(folderFd)
  }
  const toSocketPath = (name: string) => toShortPath(join(folder, name), folderFd)
  try {
    server = await createLockFile(path, toSocketPath(ownName))
    await removeEndedLocks(folder, ownName, { toSocketPath, socketPath })
  } catch (error) {
    unlock()
    throw error
  }
  return unlock
}

/** The limit is on the name of a socket: the same file has a short one through its open folder, where the system has /proc. */
const toShortPath = (path: string, folderFd: number) =>
  Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES ? path : `/proc/self/fd/${folderFd}/${basename(path)}`

/** Null where it could not be a socket. */
async function createLockFile(path: string, socketPath: string): Promise<Server | null> {
  // Without start times, an earlier process may have left a file of the same name.
  rmSync(path, { force: true })
  const server = createServer((socket) => socket.destroy()).unref()
  try {
    await once(server.listen(socketPath), 'listening')
    chmodSync(path, 0o600)
    return server
  } catch {
    server.close()
    closeSync(openSync(path, 'w', 0o600))
    return null
  }
}

interface Sockets {
  /** Of a lock file. */
  toSocketPath: (name: string) => string
  /** Of the database. */
  socketPath: string
}

async function removeEndedLocks(folder: string, ownName: string, { toSocketPath, socketPath }: Sockets): Promise<void> {
  const ended: string[] = []
  for (const name of readdirSync(folder)) {
    const lockFile = name === ownName ? null : parseLockFileName(name)
    if (!lockFile) continue
    const state = readState(lockFile)
    const holder = state === 'ended' ? OF_ANOTHER_CONTAINER : `process (pid ${lockFile.pid})`
    const isAsked = state === 'ended' || (state === 'unknown' && isSocket(join(folder, name)))
    if (!isAsked || (await accepts(toSocketPath(name)))) throw createInUseError(folder, holder)
    ended.push(name)
  }
  if (ended.length > 0 && (await accepts(socketPath))) throw createInUseError(folder, OF_ANOTHER_CONTAINER)
  for (const name of ended) rmSync(join(folder, name), { force: true })
}

/** Whether a process listens on a socket. The file alone may be left by one that was killed. */
async function accepts(socketPath: string): Promise<boolean> {
  const socket = connect(socketPath)
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    // So many connections wait that no other one fits.
    return toCode(error) === 'EAGAIN'
  } finally {
    socket.destroy()
  }
}

function createInUseError(folder: string, process: string): DataInUseError {
  return new DataInUseError(`The data in ${folder} is in use by another ${process}. Stop it first, or set DATA_DIR.`)
}

function parseLockFileName(name: string): LockFile | null {
  const [, pid, startTime] = LOCK_FILE_NAME.exec(name) ?? []
  return pid === undefined || startTime === undefined ? null : { pid: Number(pid), startTime }
}

/** True for one that was removed meanwhile, which accepts nothing. */
const isSocket = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? true

/** `unknown`: there is a process of this pid, which may be another one. */
function readState({ pid, startTime }: LockFile): 'alive' | 'ended' | 'unknown' {
  if (pid === process.pid) return 'ended'
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    if (toCode(error) !== 'EPERM') return 'ended'
  }
  const now = getProcessStartTime(pid)
  if (now === UNKNOWN || startTime === UNKNOWN) return 'unknown'
  return now === startTime ? 'alive' : 'ended'
}

const toCode = (error: unknown) => (error as NodeJS.ErrnoException).code

const UNKNOWN = 'unknown'

/** Boot id and clock ticks since boot; `unknown` without /proc. */
export function getProcessStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name in parentheses may contain spaces; the start time is the 20th field after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)}-${ticks}`
  } catch {
    return UNKNOWN
  }
}
