import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Copies of the database and of whole backups, in the data folder: the folder for temporary files may be in memory. */
export const FOLDER_PREFIXES = {
  snapshot: 'backup-snapshot-',
  verify: 'backup-verify-',
  copy: 'backup-copy-',
} as const
/** Longer than one is used. */
const ABANDONED_AFTER_MS = 24 * 3_600_000

/** Removes what killed processes have left in the data folder, whatever they did and wherever backups were then. */
export async function removeAbandonedFolders(dataDir: string): Promise<void> {
  const prefixes = Object.values(FOLDER_PREFIXES)
  // A command for PostgreSQL may be the first to use the folder.
  for (const name of await readdir(dataDir).catch(() => [])) {
    if (!prefixes.some((prefix) => name.startsWith(prefix))) continue
    const path = join(dataDir, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}
