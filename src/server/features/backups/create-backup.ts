import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import type { Database } from '#server/platform/db/connect.ts'
import { readMigrationTag } from '#server/platform/db/migrate.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { removeAbandonedFolders } from './abandoned-folders.ts'
import {
  ARCHIVE_FORMAT,
  type ArchiveHeader,
  type ArchiveManifest,
  BackupError,
  CHUNK_BYTES,
  HEADER_ENTRY,
  isStoredFileName,
  MANIFEST_ENTRY,
  toFileEntry,
} from './archive/archive-format.ts'
import { inspectArchive } from './archive/inspect-archive.ts'
import { Pace } from './archive/pace.ts'
import { ArchiveWriter } from './archive/write-archive.ts'
import { type BackupOrigin, createBackupName } from './backup-name.ts'
import type { BackupTarget } from './targets/backup-target.ts'
import { dumpDatabase } from './database/dump-database.ts'
import { withEmbeddedSnapshot } from './database/snapshot-embedded.ts'

export interface BackupSource {
  database: Database
  dataDir: string
  files: FileStore
}

export interface CreatedBackup {
  name: string
  bytes: number
  rows: number
  files: number
  databaseBytes: number
}

export interface BackupOptions {
  hasFiles: boolean
  origin?: BackupOrigin
  signal?: AbortSignal | undefined
}

/** Writes everything into one archive while the site is in use, and reads it again. Nothing is left when it fails. */
export async function createBackup(
  source: BackupSource,
  target: BackupTarget,
  { hasFiles, origin = { kind: 'manual' }, signal }: BackupOptions,
): Promise<CreatedBackup> {
  signal?.throwIfAborted()
  await removeAbandonedFolders(source.dataDir)
  const createdAt = new Date()
  const name = target.fileName ?? createBackupName(createdAt, origin)
  const { bytes, manifest } = await writeArchive(source, target, { name, hasFiles, createdAt, signal })
  try {
    await target.readOnce(name, (archive) => inspectArchive(archive, signal, new Pace()), signal)
  } catch (error) {
    // One that was not read to its end must not be taken for a backup.
    await target.remove(name).catch(() => null)
    throw error
  }
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
  return { name, bytes, rows, files: manifest.files, databaseBytes: manifest.database_bytes }
}

interface WriteOptions {
  name: string
  hasFiles: boolean
  createdAt: Date
  signal: AbortSignal | undefined
}

async function writeArchive(
  source: BackupSource,
  target: BackupTarget,
  { name, hasFiles, createdAt, signal }: WriteOptions,
): Promise<{ bytes: number; manifest: ArchiveManifest }> {
  const archive = new ArchiveWriter(createdAt)
  const stop = () => archive.fail(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  // Each side ends the other: the target waits for bytes, and the entries wait until theirs are read.
  const fail = (error: unknown) => {
    archive.fail(error)
    throw error
  }
  const [written, filled] = await Promise.allSettled([
    target.write(name, archive.bytes, signal).catch(fail),
    fillArchive(source, archive, { hasFiles, createdAt, signal }).catch(fail),
  ])
  signal?.removeEventListener('abort', stop)
  if (written.status === 'rejected') throw written.reason
  if (filled.status === 'rejected') throw filled.reason
  return { bytes: written.value, manifest: filled.value }
}

async function fillArchive(
  source: BackupSource,
  archive: ArchiveWriter,
  { hasFiles, createdAt, signal }: Omit<WriteOptions, 'name'>,
): Promise<ArchiveManifest> {
  const header: ArchiveHeader = {
    format: ARCHIVE_FORMAT,
    version: getProductVersion(),
    created_at: createdAt.toISOString(),
    has_files: hasFiles,
  }
  await archive.addBytes(HEADER_ENTRY, toJson(header))
  const files = new FileCopies(source.files, archive, signal)
  // A file that a row of the snapshot names was there before the snapshot. So it is there now, or it comes during this
  // copying and is found afterwards. A file that is removed meanwhile is named by no row of the snapshot, except for a
  // lesson's file that came during this copying and is replaced before the second one.
  if (hasFiles) await files.copyNew()
  const snapshot = await withSnapshot(source, archive, async (client) => {
    archive.throwIfFailed()
    const migration = await readMigrationTag(client)
    if (migration === null) throw new BackupError('A newer version of Learn Lantern has changed this database.')
    return { migration, ...(await dumpDatabase(client, archive)) }
  })
  if (hasFiles) await files.copyNew()
  const manifest: ArchiveManifest = { ...snapshot, files: files.count, file_bytes: files.bytes }
  await archive.addBytes(MANIFEST_ENTRY, toJson(manifest))
  await archive.finish()
  return manifest
}

const toJson = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

async function withSnapshot<Result>(
  { database, dataDir }: BackupSource,
  archive: Pick<ArchiveWriter, 'throwIfFailed'>,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  if (database.kind === 'embedded')
    return withEmbeddedSnapshot(
      database,
      dataDir,
      (copy) => withClient(copy, work),
      () => archive.throwIfFailed(),
    )
  return withClient(database, work)
}

class FileCopies {
  count = 0
  bytes = 0
  readonly #store: FileStore
  readonly #archive: ArchiveWriter
  readonly #signal: AbortSignal | undefined
  readonly #copied = new Set<string>()
  readonly #pace = new Pace()

  constructor(store: FileStore, archive: ArchiveWriter, signal: AbortSignal | undefined) {
    this.#store = store
    this.#archive = archive
    this.#signal = signal
  }

  /** Copies the files that no earlier run has copied. */
  async copyNew(): Promise<void> {
    const signal = this.#signal
    for (const prefix of ['', 'submissions/']) {
      for await (const { name, size } of this.#store.list(prefix, { signal })) {
        if (!isStoredFileName(name) || this.#copied.has(name)) continue
        const bytes = await this.#store.open(name, { chunkBytes: CHUNK_BYTES, retry: { size, signal } })
        if (!bytes) continue
        // It is not read at all when the archive has failed meanwhile.
        await this.#archive.addStream(toFileEntry(name), size, this.#pace.slow(bytes)).finally(() => bytes.destroy())
        this.#copied.add(name)
        this.count++
        this.bytes += size
      }
    }
  }
}

const getProductVersion = () =>
  (JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }).version
