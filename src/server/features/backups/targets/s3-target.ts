import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import type { S3Settings } from '#server/platform/storage/s3-settings.ts'
import { S3Store } from '#server/platform/storage/s3-store.ts'
import { BackupError } from '../archive/archive-format.ts'
import { isBackupName } from '../backup-name.ts'
import { type BackupTarget, openDisk, toBackupError } from './backup-target.ts'

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

  write(name: string, bytes: Readable, signal?: AbortSignal): Promise<number> {
    return askStore(() => this.#store.writeStream(name, bytes, { signal }))
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

  async read<Result>(name: string, work: (path: string) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const stored = await askStore(() => this.#store.stat(name))
    if (!stored) throw new BackupError(`There is no backup ${name} in ${this.label}.`)
    await mkdir(this.#dataDir, { recursive: true, mode: 0o700 })
    await removeAbandonedCopies(this.#dataDir)
    const folder = await mkdtemp(join(this.#dataDir, COPY_PREFIX))
    try {
      const path = join(folder, name)
      await this.#download(name, path, stored.size, signal)
      return await work(path)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #download(name: string, path: string, size: number, signal?: AbortSignal): Promise<void> {
    try {
      await openDisk(this.#dataDir).requireFree(size)
      const bytes = await askStore(() => this.#store.open(name))
      if (!bytes) throw new BackupError(`There is no backup ${name} in ${this.label}.`)
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }), { signal })
    } catch (error) {
      signal?.throwIfAborted()
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
