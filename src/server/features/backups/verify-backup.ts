import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/platform/db/connect.ts'
import type { ArchiveManifest } from './archive/archive-format.ts'
import { inspectArchive } from './archive/inspect-archive.ts'
import { loadDatabase } from './restore-backup.ts'

/** Checks every checksum, and restores the database into a temporary one. */
export async function verifyBackup(path: string, signal?: AbortSignal): Promise<ArchiveManifest> {
  const { manifest } = await inspectArchive(path, signal)
  const folder = await mkdtemp(join(tmpdir(), 'lantern-verify-'))
  try {
    const database = await connect({ dataDir: folder })
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
