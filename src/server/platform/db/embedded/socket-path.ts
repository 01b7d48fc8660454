import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The longest path a Unix socket can have, less some room. */
const MAX_SOCKET_PATH_BYTES = 100

/**
 * Where a Unix socket that belongs to the data is: in the data folder, or, where that makes it too long, in a folder of
 * its own under the system's temporary one.
 */
export function getSocketPath(dataDir: string, name: string): string {
  const pathInData = join(dataDir, name)
  if (Buffer.byteLength(pathInData) <= MAX_SOCKET_PATH_BYTES) return pathInData
  // The same at each start: whoever connects goes on connecting to where it was.
  const folder = join(tmpdir(), `lantern-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Others can make folders there too, and one of theirs would put them between the server and its database.
  const { uid, mode } = lstatSync(folder)
  if (uid !== process.getuid?.() || (mode & 0o170777) !== 0o040700) {
    throw new Error(`${folder} belongs to somebody else: remove it, or set DATA_DIR to a shorter path`)
  }
  return join(folder, name)
}
