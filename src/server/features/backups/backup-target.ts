import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import { DiskSpace } from '#server/platform/storage/disk-space.ts'
import type { S3Settings } from '#server/platform/storage/s3-settings.ts'
import { S3Store } from '#server/platform/storage/s3-store.ts'
import { syncFolder } from '#server/platform/storage/sync-folder.ts'
import { BackupError } from './archive/archive-format.ts'
import { isBackupName } from './backup-name.ts'

/** Where backups are kept. */
export interface BackupTarget {
  /** As admins read it: a folder, or a bucket. */
  readonly label: string
  /** The only name that it takes; without it each backup has its own. */
  readonly fileName?: string | undefined
  /** Returns the number of bytes once they are stored for good. Nothing is left when it fails. */
  write(name: string, bytes: Readable): Promise<number>
  /** Names, oldest first. */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
  /** Lends a file of this machine with the backup. */
  read<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result>
}

export const createBackupTarget = (to: string | S3Settings, dataDir: string): BackupTarget =>
  typeof to === 'string' ? new FolderTarget(to) : new S3Target(to, dataDir)

const CHECK_EVERY_BYTES = 32_000_000
/** A backup that is being written grows all the time. */
const ABANDONED_AFTER_MS = 3_600_000

export class FolderTarget implements BackupTarget {
  readonly label: string
  readonly fileName: string | undefined
  readonly #disk: DiskSpace

  constructor(folder: string, fileName?: string) {
    this.label = folder
    this.fileName = fileName
    this.#disk = new DiskSpace({
      folder,
      countPendingBytes: async () => 0,
      warnings: { set: () => {}, clear: () => {} },
    })
  }

  async write(name: string, bytes: Readable): Promise<number> {
    const path = join(this.label, name)
    const partial = `${path}.part`
    try {
      await mkdir(this.label, { recursive: true, mode: 0o700 })
      await this.#removeAbandoned()
      if (existsSync(path)) throw new BackupError(`${path} exists already.`)
      const file = createWriteStream(partial, { flags: 'wx', mode: 0o600 })
      await pipeline(bytes, (source: Readable) => this.#checkSpace(source), file)
      await syncFile(partial)
      await rename(partial, path)
      await syncFolder(this.label)
      return (await stat(path)).size
    } catch (error) {
      await rm(partial, { force: true }).catch(() => null)
      throw toBackupError(error, this.label)
    }
  }

  /** What killed processes have left. */
  async #removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.label)) {
      if (!name.endsWith('.part') || !isBackupName(name.slice(0, -'.part'.length))) continue
      const path = join(this.label, name)
      const { mtimeMs } = await stat(path)
      if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true })
    }
  }

  async list(): Promise<string[]> {
    const names = await readdir(this.label).catch(() => [])
    return names.filter(isBackupName).sort()
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.label, name), { force: true })
  }

  async read<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result> {
    return work(join(this.label, name))
  }

  /** The disk may be the database's, which stops when it is full. */
  async *#checkSpace(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unchecked = CHECK_EVERY_BYTES
    for await (const chunk of bytes) {
      unchecked += chunk.length
      if (unchecked >= CHECK_EVERY_BYTES) {
        await this.#disk.requireFree(CHECK_EVERY_BYTES)
        unchecked = 0
      }
      yield chunk
    }
  }
}

const openDisk = (folder: string) =>
  new DiskSpace({ folder, countPendingBytes: async () => 0, warnings: { set: () => {}, clear: () => {} } })

function toBackupError(error: unknown, folder?: string): unknown {
  const isDiskFull =
    (error instanceof AppError && error.code === 'too_large') ||
    (isSystemError(error) && /ENOSPC|EDQUOT/.test(error.code))
  if (isDiskFull)
    return new BackupError(
      'There is not enough disk space for a backup. Free some space, or set BACKUP_TO to another disk.',
      { cause: error },
    )
  // Not of an upload that could not be read.
  const isOfFolder = folder && isSystemError(error) && isInOrAbove(error.path, folder)
  return isOfFolder
    ? new BackupError(
        `No backup can be written into ${folder} (${error.message}). Make this folder writable, or choose another one.`,
        { cause: error },
      )
    : error
}

const isInOrAbove = (path: string | undefined, folder: string) =>
  path !== undefined && (path.startsWith(folder) || folder.startsWith(path))

const isSystemError = (error: unknown): error is Error & { code: string; path?: string } =>
  error instanceof Error && 'syscall' in error

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** In the data folder: the folder for temporary files may be in memory. */
const COPY_PREFIX = 'backup-copy-'
/** A server that was killed leaves its copy. */
const COPY_ABANDONED_AFTER_MS = 24 * 3_600_000

export class S3Target implements BackupTarget {
  readonly label: string
  readonly #store: S3Store
  readonly #dataDir: string

  constructor(settings: S3Settings, dataDir: string) {
    this.label = settings.label
    this.#store = new S3Store(settings)
    this.#dataDir = dataDir
  }

  write(name: string, bytes: Readable): Promise<number> {
    return askStore(() => this.#store.writeStream(name, bytes))
  }

  async list(): Promise<string[]> {
    const names: string[] = []
    await askStore(async () => {
      for await (const { name } of this.#store.list()) if (isBackupName(name)) names.push(name)
    })
    return names.sort()
  }

  remove(name: string): Promise<void> {
    return askStore(() => this.#store.remove(name))
  }

  async read<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result> {
    const stored = await askStore(() => this.#store.stat(name))
    if (!stored) throw new BackupError(`There is no backup ${name} in ${this.label}.`)
    await mkdir(this.#dataDir, { recursive: true, mode: 0o700 })
    await removeAbandonedCopies(this.#dataDir)
    const folder = await mkdtemp(join(this.#dataDir, COPY_PREFIX))
    try {
      const path = join(folder, name)
      await this.#download(name, path, stored.size)
      return await work(path)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #download(name: string, path: string, size: number): Promise<void> {
    try {
      await openDisk(this.#dataDir).requireFree(size)
      const bytes = await askStore(() => this.#store.open(name))
      if (!bytes) throw new BackupError(`There is no backup ${name} in ${this.label}.`)
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    } catch (error) {
      throw toBackupError(error)
    }
  }
}

async function removeAbandonedCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(COPY_PREFIX)) continue
    const path = join(dataDir, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > COPY_ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}

async function askStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'not_ready')
      throw new BackupError('The S3 store does not answer, or it refuses the keys of its address.', { cause })
    throw cause
  }
}
