import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The limit of a Unix socket path is 104 bytes on macOS and 108 on Linux. */
export const MAX_SOCKET_PATH_BYTES = 100

/** In the data folder or, when that path is too long for a socket, in a folder under the system's temporary one. */
export function getSocketPath(dataDir: string, name: string): string {
  const pathInData = join(dataDir, name)
  if (Buffer.byteLength(pathInData) <= MAX_SOCKET_PATH_BYTES) return pathInData
  // Derived from the data folder, so that clients reconnect after a restart.
  const folder = join(tmpdir(), `lantern-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Another user who created this folder could intercept the connection.
  const { uid, mode } = lstatSync(folder)
  if (uid !== process.getuid?.() || (mode & 0o170777) !== 0o040700) {
    throw new Error(
      `${folder} belongs to another user or is readable by others. Remove it, or set DATA_DIR to a shorter path.`,
    )
  }
  return join(folder, name)
}
