import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const MEMORY_FOLDER = '/dev/shm'
const MIN_FREE_BYTES = 8e9

/** Databases are copied and removed many times in the tests, which takes a third of their time on some disks. */
export function keepTempFilesInMemory() {
  if (process.env.TMPDIR || !hasRoom()) return
  const folder = mkdtempSync(`${MEMORY_FOLDER}/lantern-`)
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
}

/** Docker's folder in memory has 64 MB. */
function hasRoom() {
  if (!existsSync(MEMORY_FOLDER) || freemem() < MIN_FREE_BYTES) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize > MIN_FREE_BYTES
}
