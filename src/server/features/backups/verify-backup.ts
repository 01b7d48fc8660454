import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '#server/platform/db/connect.ts'
import { FOLDER_PREFIXES, removeAbandonedFolders } from './abandoned-folders.ts'
import type { ArchiveManifest } from './archive/archive-format.ts'
import { inspectArchive } from './archive/inspect-archive.ts'
import { Pace } from './archive/pace.ts'
import { loadDatabase } from './database/fill-database.ts'
import { DATABASE_SPACE_FACTOR, requireSpace } from './require-space.ts'

/**
 * Checks every checksum, and restores the database into a temporary one.
 * @param options.dataDir has room for that: the folder for temporary files may be in memory
 */
export async function verifyBackup(
  path: string,
  { dataDir, signal }: { dataDir: string; signal?: AbortSignal | undefined },
): Promise<ArchiveManifest> {
  const { manifest } = await inspectArchive(path, signal, new Pace())
  await requireSpace(dataDir, DATABASE_SPACE_FACTOR * manifest.database_bytes)
  await removeAbandonedFolders(dataDir)
  const folder = await mkdtemp(join(dataDir, FOLDER_PREFIXES.verify))
  try {
    const database = await connect({ dataDir: folder, isTemporary: true })
    try {
      await loadDatabase(path, database, manifest, signal)
    } finally {
      await database.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return manifest
}
