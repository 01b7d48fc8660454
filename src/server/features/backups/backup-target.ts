import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import { DiskSpace } from '#server/platform/storage/disk-space.ts'
import type { S3Settings } from '#server/platform/storage/s3-settings.ts'
import { S3Store } from '#server/platform/storage/s3-store.ts'
import { syncFolder } from '#server/platform/storage/sync-folder.ts'
import { BackupError } from './archive/archive-format.ts'

/** With the time, so that their order is the order in which they were made. */
const BACKUP_NAME = /^learn-lantern-\d{8}T\d{6}Z-[0-9a-f]{4}\.tar$/

export const isBackupName = (name: string) => BACKUP_NAME.test(name)

/** Where backups are kept. */
export interface BackupTarget {
  /** As admins read it: a folder, or a bucket. */
  readonly label: string
  /** Returns the number of bytes once they are stored for good. Nothing is left when it fails. */
  write(name: string, bytes: Readable): Promise<number>
  /** Names, oldest first. */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
  /** Lends a file of this machine with the backup. */
  read<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result>
}

export const createBackupTarget = (to: string | S3Settings): BackupTarget =>
  typeof to === 'string' ? new FolderTarget(to) : new S3Target(to)

const CHECK_EVERY_BYTES = 32_000_000

export class FolderTarget implements BackupTarget {
  readonly label: string
  readonly #disk: DiskSpace

  constructor(folder: string) {
    this.label = folder
    this.#disk = new DiskSpace({
      folder,
      countPendingBytes: async () => 0,
      warnings: { set: () => {}, clear: () => {} },
    })
  }

  async write(name: string, bytes: Readable): Promise<number> {
    await mkdir(this.label, { recursive: true, mode: 0o700 })
    const path = join(this.label, name)
    const partial = `${path}.part`
    try {
      const file = createWriteStream(partial, { flags: 'wx', mode: 0o600 })
      await pipeline(bytes, (source: Readable) => this.#checkSpace(source), file)
      await syncFile(partial)
      await rename(partial, path)
      await syncFolder(this.label)
      return (await stat(path)).size
    } catch (error) {
      await rm(partial, { force: true })
      throw toBackupError(error)
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

function toBackupError(error: unknown): unknown {
  const isDiskFull =
    (error instanceof AppError && error.code === 'too_large') ||
    (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
  return isDiskFull
    ? new BackupError('There is not enough disk space for a backup. Free some space, or set BACKUP_TO to another disk.')
    : error
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export class S3Target implements BackupTarget {
  readonly label: string
  readonly #store: S3Store

  constructor(settings: S3Settings) {
    this.label = settings.label
    this.#store = new S3Store(settings)
  }

  async write(name: string, bytes: Readable): Promise<number> {
    let size = 0
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        done(null, chunk)
      },
    })
    await askStore(() => Promise.all([pipeline(bytes, counter), this.#store.writeStream(name, counter)]))
    return size
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
    const folder = await mkdtemp(join(tmpdir(), 'lantern-backup-'))
    try {
      const bytes = await askStore(() => this.#store.open(name))
      if (!bytes) throw new BackupError(`There is no backup ${name} in ${this.label}.`)
      const path = join(folder, name)
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
      return await work(path)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
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
