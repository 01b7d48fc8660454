import { randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getUnfinishedFolder } from '#server/features/lessons/unfinished-uploads.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { migrate, MIGRATIONS, migrateUntil } from '#server/platform/db/migrate.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { DiskSpace } from '#server/platform/storage/disk-space.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { type ArchiveManifest, BackupError, parseFileEntry, parsePartEntry } from './archive/archive-format.ts'
import { inspectArchive } from './archive/inspect-archive.ts'
import { type ArchiveEntry, readArchive } from './archive/read-archive.ts'
import { emptyDatabase, hasContent, rejectOtherConnections } from './database/empty-database.ts'
import { DatabaseLoader } from './database/load-database.ts'

export interface RestoreTarget {
  database: Database
  /** The uploads folder of this machine. */
  uploadsFolder: string
  files: FileStore
}

/** Fills an empty site, or one whose content `mayReplace`. Nothing changes unless the whole archive is undamaged. */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
  { mayReplace }: { mayReplace: boolean },
): Promise<ArchiveManifest> {
  const { header, manifest } = await inspectArchive(path)
  await withClient(target.database, async (client) => {
    await rejectOtherConnections(client, target.database.kind)
    if (!mayReplace && ((await hasContent(client)) || (header.has_files && (await hasFiles(target.files)))))
      throw new BackupError(
        'This site has content. Restore into an empty one, or add --replace: it makes a backup first, and then replaces everything.',
      )
  })
  await requireSpace(target, manifest)
  for await (const entry of readArchive(path)) await restoreFile(entry, target)
  await withClient(target.database, emptyDatabase)
  await loadDatabase(path, target.database, manifest)
  await migrate(target.database, MIGRATIONS)
  return manifest
}

/** The database must be empty. It has the archive's version then. */
export async function loadDatabase(
  path: string,
  database: Database,
  manifest: ArchiveManifest,
  signal?: AbortSignal,
): Promise<void> {
  await migrateUntil(database, manifest.migration)
  const load = () =>
    withClient(database, async (client) => {
      const loader = new DatabaseLoader(client)
      try {
        await loader.begin()
        for await (const entry of readArchive(path, signal))
          if (parsePartEntry(entry.name) !== null) await loader.load(entry)
        await loader.commit(manifest)
      } catch (error) {
        await loader.rollback()
        throw error
      }
    })
  await (database.embedded ? database.embedded.runWithoutWatchdog(load) : load())
}

async function restoreFile(entry: ArchiveEntry, { files, uploadsFolder }: RestoreTarget): Promise<void> {
  const name = parseFileEntry(entry.name)
  if (name === null) return
  const folder = getUnfinishedFolder(uploadsFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomBytes(16).toString('hex'))
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of entry.bytes) await file.writeFile(chunk)
    await file.sync()
    await file.close()
    await files.moveIn(path, name)
  } catch (error) {
    await file.close().catch(() => null)
    await rm(path, { force: true })
    throw error
  }
}

async function hasFiles(files: FileStore): Promise<boolean> {
  for (const prefix of ['', 'submissions/']) for await (const _file of files.list(prefix)) return true
  return false
}

/** A database takes about three times its rows: rows, indexes and the write-ahead log. */
async function requireSpace(
  { database, files, uploadsFolder }: RestoreTarget,
  manifest: ArchiveManifest,
): Promise<void> {
  const bytes =
    (database.kind === 'embedded' ? 3 * manifest.database_bytes : 0) + (files.folder === null ? 0 : manifest.file_bytes)
  await mkdir(uploadsFolder, { recursive: true, mode: 0o700 })
  const disk = new DiskSpace({
    folder: uploadsFolder,
    countPendingBytes: async () => 0,
    warnings: { set: () => {}, clear: () => {} },
  })
  await disk.requireFree(bytes).catch(() => {
    throw new BackupError(`There is not enough disk space: the restored site needs ${Math.ceil(bytes / 1e6)} MB.`)
  })
}
