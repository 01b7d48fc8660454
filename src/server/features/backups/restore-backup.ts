import { randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { getUnfinishedFolder } from '#server/features/lessons/unfinished-uploads.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { MIGRATION_LOCK_ID } from '#server/platform/db/migrate.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { type ArchiveManifest, BackupError, parseFileEntry } from './archive/archive-format.ts'
import { inspectArchive } from './archive/inspect-archive.ts'
import { type ArchiveEntry, readArchive } from './archive/read-archive.ts'
import { applyMigrations } from './database/apply-migrations.ts'
import { emptyDatabase, hasContent, rejectForeignTables, rejectOtherConnections } from './database/empty-database.ts'
import { fillDatabase, inTransaction } from './database/fill-database.ts'
import { keepAuditLog, returnAuditLog } from './database/keep-audit-log.ts'
import { keepOrderNumbers, returnOrderNumbers } from './database/keep-order-numbers.ts'
import { recordSiteObjects } from './database/site-objects.ts'
import { DATABASE_SPACE_FACTOR, requireSpace } from './require-space.ts'

const HAS_CONTENT =
  'This site has content. Restore into an empty one, or add --replace: it makes a backup first, and then replaces everything.'
/** The copy would remove what its own database does not name. */
const SHARED_BUCKET = 'A copy of another site needs an S3_URL of its own, or another folder of the bucket.'

export interface RestoreTarget {
  database: Database
  /** The uploads folder of this machine. */
  uploadsFolder: string
  files: FileStore
}

interface RestoreOptions {
  mayReplace: boolean
  signal?: AbortSignal | undefined
  /** Before the first upload is copied, which stays when the restore fails. */
  onFilesBegin?: () => void
  /** In the transaction of the restore. */
  onRestored?: (client: Client) => Promise<void>
}

/**
 * Fills an empty site, or one whose content `mayReplace`. The database changes in one transaction: after any failure it is
 * as it was, and at most some uploads of the archive are there in addition.
 */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
  { mayReplace, signal, onFilesBegin = () => {}, onRestored = async () => {} }: RestoreOptions,
): Promise<ArchiveManifest> {
  const { database, files, uploadsFolder } = target
  const { header, manifest } = await inspectArchive(path, signal)
  await withClient(database, async (client) => {
    await rejectOtherConnections(client, database.kind)
    await rejectForeignTables(client, mayReplace)
    if (!mayReplace && ((await hasContent(client)) || (header.has_files && (await hasFiles(files)))))
      throw new BackupError(files.folder === null ? `${HAS_CONTENT} ${SHARED_BUCKET}` : HAS_CONTENT)
  })
  const databaseBytes = database.kind === 'embedded' ? DATABASE_SPACE_FACTOR * manifest.database_bytes : 0
  await requireSpace(uploadsFolder, databaseBytes + (files.folder === null ? 0 : manifest.file_bytes))
  if (manifest.files > 0) onFilesBegin()
  for await (const entry of readArchive(path, signal)) await restoreFile(entry, target)
  await inTransaction(database, async (client) => {
    // A server that starts meanwhile waits with its migrations.
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK_ID])
    await rejectOtherConnections(client, database.kind)
    await keepAuditLog(client)
    await keepOrderNumbers(client)
    await emptyDatabase(client)
    await fillDatabase(client, path, manifest, signal)
    await applyMigrations(client)
    await recordSiteObjects(client)
    await returnAuditLog(client)
    await returnOrderNumbers(client)
    await onRestored(client)
  })
  return manifest
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
